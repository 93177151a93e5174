// The file formats for gray_image.hpp: PNG, and PGM as "P5" (bytes) and "P2" (numbers).
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

#include "harness/output/gray_image.hpp"

namespace rungs {

/// What is wrong with an image file; the reader adds the file name and what is expected.
struct PictureError {
  std::string why;
};

/// Throws PictureError if the size is out of range or needs more memory than there is.
void require_picture_size(std::size_t width, std::size_t height);

/// Decodes a file that starts with 'P' and a digit. Throws PictureError.
[[nodiscard]] GrayImage decode_pgm(const std::string& bytes);

/// Decodes a file that starts with the PNG signature. Throws PictureError.
[[nodiscard]] GrayImage decode_png(const std::string& bytes);

/// Writes a PNG. Returns an empty string on success, otherwise the reason.
[[nodiscard]] std::string encode_png(std::FILE* file, const GrayImage& image);

}  // namespace rungs
