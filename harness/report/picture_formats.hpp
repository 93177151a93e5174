// The file formats behind gray_image.hpp: PNG, and PGM as "P5" (bytes) and "P2" (numbers).
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

#include "harness/report/gray_image.hpp"

namespace rungs {

/// What is wrong with a picture's file; the reader adds the file and what is legal.
struct PictureError {
  std::string why;
};

/// Throws PictureError where a picture of that size is not legal or more than the memory can hold.
void require_picture_size(std::size_t width, std::size_t height);

/// Decodes a file that begins with 'P' and a digit. Throws PictureError.
[[nodiscard]] GrayImage decode_pgm(const std::string& bytes);

/// Decodes a file that begins with PNG's signature. Throws PictureError.
[[nodiscard]] GrayImage decode_png(const std::string& bytes);

/// Writes a PNG. The result is empty where that went well, else it says why not.
[[nodiscard]] std::string encode_png(std::FILE* file, const GrayImage& image);

}  // namespace rungs
