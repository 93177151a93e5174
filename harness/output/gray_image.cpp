#include "harness/output/gray_image.hpp"
#include <fmt/format.h>
#include <png.h>
#include <cerrno>
#include <csetjmp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <rungs/core/errors.hpp>
#include <rungs/core/size.hpp>
#include "harness/verify/memory_space.hpp"

namespace rungs {

namespace fs = std::filesystem;

namespace {

/// What is wrong with an image file; the reader adds the file name and what is expected.
struct PictureError {
  std::string why;
};

std::string read_whole(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw PictureError{fs::status_known(status) ? "there is no such file" : error.message()};
  if (fs::is_directory(status)) throw PictureError{"is a folder"};
  if (!fs::is_regular_file(status)) throw PictureError{"is not a regular file"};
  const std::size_t size = fs::file_size(path, error);
  require_free(*make_heap_space(), size);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw PictureError{std::string("cannot be read: ") + std::strerror(errno)};
  std::string bytes(size, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

/// Throws PictureError if the size is out of range or needs more memory than there is.
void require_picture_size(std::size_t width, std::size_t height) {
  const std::string size = fmt::format("{}x{}", width, height);
  if (width == 0 || height == 0) throw PictureError{"has no pixels: its size is " + size};
  if (width > largest_side || height > largest_side)
    throw PictureError{fmt::format("is {} pixels; sides are up to {}", size, largest_side)};
  try {
    require_free(*make_heap_space(), width * height);
  } catch (const Unsupported& error) {
    throw PictureError{fmt::format("is {} pixels: {}", size, error.what())};
  }
}

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
  const std::string signature("\x89PNG\r\n\x1a\n", 8);
  constexpr std::size_t header_end = 33;
  if (bytes.empty()) throw PictureError{"is empty"};
  if (!bytes.starts_with(signature) && !signature.starts_with(bytes)) throw PictureError{"is not a PNG"};
  if (bytes.size() < header_end) throw PictureError{"is cut off: it ends within its header"};
  if (bytes.compare(12, 4, "IHDR") != 0) throw PictureError{"is a damaged PNG: it has no header"};
  const auto depth = static_cast<unsigned char>(bytes[24]);
  const auto colour = static_cast<unsigned char>(bytes[25]);
  if ((colour & PNG_COLOR_MASK_COLOR) != 0) throw PictureError{"is a colour picture"};
  if ((colour & PNG_COLOR_MASK_ALPHA) != 0) throw PictureError{"has an alpha channel"};
  if (depth != 8) throw PictureError{fmt::format("has {}-bit pixels", depth)};
  const std::size_t width = big_endian(bytes, 16);
  const std::size_t height = big_endian(bytes, 20);
  require_picture_size(width, height);
  return {static_cast<unsigned>(width), static_cast<unsigned>(height), {}};
}

/// Fills `image.pixels`. False if libpng found an error.
bool decode_rows(png_structp png, png_infop info, GrayImage& image) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_user_limits(png, largest_side, largest_side);
  png_read_info(png, info);
  // Interlaced images come in seven passes over the same rows.
  const int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t y = 0; y < image.height; ++y) png_read_row(png, image.pixels.data() + y * image.width, nullptr);
  }
  png_read_end(png, nullptr);
  return true;
}

GrayImage decode_png(const std::string& bytes) {
  GrayImage image = png_with_size(bytes);
  image.pixels.resize(std::size_t{image.width} * image.height);
  PngState state{bytes};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &state, png_failed, png_warned);
  if (png == nullptr) throw std::bad_alloc();
  png_infop info = png_create_info_struct(png);
  png_set_read_fn(png, &state, read_bytes);
  const bool whole = info != nullptr && decode_rows(png, info, image);
  const bool transparent = info != nullptr && png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  png_destroy_read_struct(&png, &info, nullptr);
  if (transparent) throw PictureError{"has a transparent gray value"};
  if (!whole) throw PictureError{"is a damaged or truncated PNG (" + state.error + ")"};
  return image;
}

}  // namespace

GrayImage read_gray_image(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return BadUsage("--input " + path + ": " + why + "; expected an 8-bit gray PNG");
  };
  try {
    return decode_png(read_whole(path));
  } catch (const PictureError& error) {
    throw refuse(error.why);
  } catch (const Unsupported& error) {
    throw refuse(error.what());
  } catch (const std::bad_alloc&) {
    throw refuse("host memory ran out");
  }
}

}  // namespace rungs
