// The folder of --dump: the tree as text, and the image as a picture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>
#include "cases/pipeline/tree/node.hpp"

namespace pipeline {

/// The nodes of a tree, one per line, each below its parent and further to the right.
[[nodiscard]] std::string tree_text(const Node& tree);

class Dump {
 public:
  /// Writes tree.txt; creates the folder if it is not there. Throws rungs::Failed.
  Dump(const std::string& folder, const Node& tree);

  /// The next bytes of the image, from its first one on.
  void take(std::span<const std::byte> bytes);
  /// Writes image.png: each pixel is the mean of a square of the image, so that sides have at most 1024.
  /// Throws rungs::Failed.
  void finish() const;

 private:
  [[nodiscard]] std::uint32_t squares(std::uint32_t side) const { return (side + scale_ - 1) / scale_; }

  std::filesystem::path folder_;
  Frame frame_;
  std::uint32_t scale_;  ///< side of the squares
  std::uint32_t x_ = 0;  ///< of the next byte
  std::uint32_t y_ = 0;
  std::vector<std::uint64_t> sums_;  ///< of each square
};

}  // namespace pipeline
