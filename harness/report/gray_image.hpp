// Gray pictures on disk: 8-bit PNG and PGM in, PNG out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rungs {

/// Row-major, one byte a pixel, 0 is black.
struct GrayImage {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<std::uint8_t> pixels;
};

/// Reads an 8-bit gray PNG or PGM, pixels as they are stored. Throws BadUsage with one line that names
/// --input, the file, what is wrong with it and what is legal.
[[nodiscard]] GrayImage read_gray_image(const std::string& path);

/// Writes an 8-bit gray PNG: to a file beside `path` first, so that a `path` that is there is whole. Throws
/// std::runtime_error where it cannot be written.
void write_gray_png(const std::string& path, const GrayImage& image);

}  // namespace rungs
