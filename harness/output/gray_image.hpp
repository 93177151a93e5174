// Gray images on disk: reads 8-bit PNG and PGM, writes PNG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rungs {

/// Row-major, one byte per pixel, 0 is black.
struct GrayImage {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<std::uint8_t> pixels;
};

/// Reads an 8-bit gray PNG or PGM without converting pixels. Throws BadUsage with one line that names
/// --input, the file, what is wrong and what is expected.
[[nodiscard]] GrayImage read_gray_image(const std::string& path);

/// Writes an 8-bit gray PNG: to a temporary file beside `path` first, so that `path` is always complete.
/// Throws std::runtime_error if it cannot be written.
void write_gray_png(const std::string& path, const GrayImage& image);

}  // namespace rungs
