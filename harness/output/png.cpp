#include <fmt/format.h>
#include <png.h>

#include <csetjmp>
#include <cstring>
#include <new>
#include <rungs/core/size.hpp>

#include "harness/output/picture_formats.hpp"

namespace rungs {
namespace {

/// State shared with libpng's callbacks. libpng returns by longjmp, so everything with a destructor lives
/// here, outside the functions that call setjmp.
struct PngState {
  const std::string& bytes;  ///< read from here
  std::size_t at = 0;
  std::string error = {};
};

void png_failed(png_structp png, png_const_charp message) {
  static_cast<PngState*>(png_get_error_ptr(png))->error = message;
  png_longjmp(png, 1);
}
void png_warned(png_structp, png_const_charp) {}

void read_bytes(png_structp png, png_bytep to, std::size_t count) {
  auto& state = *static_cast<PngState*>(png_get_io_ptr(png));
  if (count > state.bytes.size() - state.at) png_error(png, "it ends too early");
  std::memcpy(to, state.bytes.data() + state.at, count);
  state.at += count;
}

std::size_t big_endian(const std::string& bytes, std::size_t at) {
  std::size_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// Checks the header, which is at a fixed position, for formats that libpng would convert or reject.
GrayImage png_with_size(const std::string& bytes) {
  constexpr std::size_t header_end = 33;
  if (bytes.size() < header_end) throw PictureError{"is cut off: it ends within its header"};
  if (bytes.compare(12, 4, "IHDR") != 0) throw PictureError{"is a damaged PNG: it has no header"};
  const auto depth = static_cast<unsigned char>(bytes[24]);
  const auto colour = static_cast<unsigned char>(bytes[25]);
  if (colour == PNG_COLOR_TYPE_PALETTE) throw PictureError{"is a colour picture with a palette"};
  if (colour == PNG_COLOR_TYPE_RGB) throw PictureError{"is a colour picture (RGB)"};
  if (colour == PNG_COLOR_TYPE_RGB_ALPHA) throw PictureError{"is a colour picture (RGB with alpha)"};
  if (colour == PNG_COLOR_TYPE_GRAY_ALPHA) throw PictureError{"has an alpha channel"};
  if (depth != 8) throw PictureError{fmt::format("has {}-bit pixels", depth)};
  const std::size_t width = big_endian(bytes, 16);
  const std::size_t height = big_endian(bytes, 20);
  require_picture_size(width, height);
  return {static_cast<unsigned>(width), static_cast<unsigned>(height), {}};
}

/// Fills `image.pixels`. False if libpng found an error.
bool decode_rows(png_structp png, png_infop info, GrayImage& image, bool& transparent) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_user_limits(png, largest_side, largest_side);
  png_read_info(png, info);
  transparent = png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  // Interlaced images come in seven passes over the same rows.
  const int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t y = 0; y < image.height; ++y)
      png_read_row(png, image.pixels.data() + y * image.width, nullptr);
  }
  png_read_end(png, nullptr);
  return true;
}

bool encode_rows(png_structp png, png_infop info, std::FILE* file, const GrayImage& image) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_init_io(png, file);
  png_set_user_limits(png, largest_side, largest_side);
  png_set_compression_level(png, 2);  // images are often large and usually viewed only once
  png_set_IHDR(png, info, image.width, image.height, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (std::size_t y = 0; y < image.height; ++y) png_write_row(png, image.pixels.data() + y * image.width);
  png_write_end(png, nullptr);
  return true;
}

}  // namespace

GrayImage decode_png(const std::string& bytes) {
  GrayImage image = png_with_size(bytes);
  image.pixels.resize(std::size_t{image.width} * image.height);
  PngState state{bytes};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &state, png_failed, png_warned);
  if (png == nullptr) throw std::bad_alloc();
  png_infop info = png_create_info_struct(png);
  png_set_read_fn(png, &state, read_bytes);
  bool transparent = false;
  const bool whole = info != nullptr && decode_rows(png, info, image, transparent);
  png_destroy_read_struct(&png, &info, nullptr);
  if (transparent) throw PictureError{"has a transparent gray value"};
  if (!whole) throw PictureError{"is a damaged or truncated PNG (" + state.error + ")"};
  return image;
}

std::string encode_png(std::FILE* file, const GrayImage& image) {
  const std::string nothing;
  PngState state{nothing};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &state, png_failed, png_warned);
  if (png == nullptr) throw std::bad_alloc();
  png_infop info = png_create_info_struct(png);
  const bool written = info != nullptr && encode_rows(png, info, file, image);
  png_destroy_write_struct(&png, &info);
  return written ? "" : state.error;
}

}  // namespace rungs
