// The folder of --dump: the tree as text, and the image as a picture.
#pragma once

#include <fmt/format.h>
#include <png.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <rungs/core/errors.hpp>
#include <span>
#include <string>
#include <system_error>
#include <vector>
#include "cases/pipeline/tree/node.hpp"

namespace pipeline {

/// The nodes of a tree, one per line, each below its parent and further to the right. `place` and `depth`: of the
/// tree in a larger one.
[[nodiscard]] inline std::string tree_text(const Node& tree, const Child* place = nullptr, std::size_t depth = 0) {
  constexpr std::array traits{"data: ", "mask: ", "pattern: "};
  const bool moved = place != nullptr && (place->x != 0 || place->y != 0);
  std::string text =
      fmt::format("{:{}}{}{}   {} x {}{}\n", "", 2 * depth,
                  place == nullptr ? "" : traits.at(static_cast<std::size_t>(place->trait)), tree.name,
                  tree.frame.width, tree.frame.height, moved ? fmt::format(" at ({}, {})", place->x, place->y) : "");
  for (const Child& child : tree.children) text += tree_text(*child.node, &child, depth + 1);
  return text;
}

class Dump {
 public:
  /// Writes tree.txt; creates the folder if it is not there. Throws rungs::Failed.
  Dump(const std::filesystem::path& folder, const Node& tree)
      : picture_path_(folder / "image.png"),
        image_(tree.frame),
        scale_((std::max(image_.width, image_.height) + largest_side - 1) / largest_side),
        picture_{(image_.width + scale_ - 1) / scale_, (image_.height + scale_ - 1) / scale_},
        sums_(picture_.pixels()) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw rungs::Failed("--dump " + folder.string() + ": cannot be made: " + error.message());
    const std::string path = folder / "tree.txt";
    std::ofstream file(path);
    if (!(file << tree_text(tree)).flush()) throw rungs::Failed("writing " + path + ": failed");
  }

  /// The next bytes of the image, from its first one on.
  void take(std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes) {
      sums_[std::size_t{y_ / scale_} * picture_.width + x_ / scale_] += std::to_integer<unsigned>(byte);
      if (++x_ < image_.width) continue;
      x_ = 0;
      ++y_;
    }
  }

  /// Writes image.png: each pixel is the mean of a square of the image, so that sides have at most 1024.
  /// Throws rungs::Failed.
  void finish() const {
    std::vector<std::uint8_t> pixels;
    for (std::uint32_t y = 0; y < picture_.height; ++y) {
      for (std::uint32_t x = 0; x < picture_.width; ++x) {
        const std::uint64_t columns = std::min(scale_, image_.width - x * scale_);
        const std::uint64_t rows = std::min(scale_, image_.height - y * scale_);
        pixels.push_back(static_cast<std::uint8_t>(sums_[pixels.size()] / (rows * columns)));
      }
    }
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = picture_.width;
    png.height = picture_.height;
    png.format = PNG_FORMAT_GRAY;
    if (png_image_write_to_file(&png, picture_path_.c_str(), 0, pixels.data(), 0, nullptr) == 0)
      throw rungs::Failed("writing " + picture_path_ + ": " + png.message);
  }

 private:
  static constexpr std::uint32_t largest_side = 1024;  ///< of the picture

  std::string picture_path_;
  Frame image_;
  std::uint32_t scale_;  ///< side of the squares
  Frame picture_;
  std::vector<std::uint64_t> sums_;  ///< of each square
  std::uint32_t x_ = 0;              ///< of the next byte
  std::uint32_t y_ = 0;
};

}  // namespace pipeline
