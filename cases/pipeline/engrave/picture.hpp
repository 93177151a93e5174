// The image, scaled down to a picture for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cases/pipeline/files/sink.hpp"

namespace pipeline {

/// Each pixel of the picture is the mean of a square of the image. Sides have at most 1024 pixels.
class Picture {
 public:
  explicit Picture(ImageShape shape);

  /// The next bytes of the image, from its first one on.
  void take(std::span<const std::byte> bytes);
  /// Writes the picture as a PNG. Throws rungs::Failed with the file and the reason.
  void write(const std::string& path) const;

 private:
  void end_row();

  ImageShape shape_;
  std::uint32_t scale_;  ///< side of the squares
  std::uint32_t width_;
  std::uint32_t x_ = 0;  ///< of the next byte
  std::uint32_t y_ = 0;
  std::vector<std::uint64_t> sums_;  ///< of the row of squares that is not complete yet
  std::vector<std::uint8_t> pixels_;
};

}  // namespace pipeline
