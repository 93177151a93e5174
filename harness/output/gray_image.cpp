#include "harness/output/gray_image.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <rungs/core/errors.hpp>
#include <rungs/core/size.hpp>
#include <stdexcept>

#include "harness/output/picture_formats.hpp"
#include "harness/verify/memory_space.hpp"

namespace rungs {

namespace fs = std::filesystem;

namespace {

std::string read_whole(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status))
    throw PictureError{fs::status_known(status) ? "there is no such file" : error.message()};
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

GrayImage decode(const std::string& bytes) {
  if (bytes.empty()) throw PictureError{"is empty"};
  const std::string signature("\x89PNG\r\n\x1a\n", 8);
  if (bytes.starts_with(signature)) return decode_png(bytes);
  if (signature.starts_with(bytes)) throw PictureError{"is cut off: it ends within its header"};
  if (bytes == "P") throw PictureError{"is cut off: it ends within its header"};
  if (bytes[0] == 'P' && bytes[1] >= '0' && bytes[1] <= '9') return decode_pgm(bytes);
  throw PictureError{"is neither PNG nor PGM"};
}

}  // namespace

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

GrayImage read_gray_image(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return BadUsage("--input " + path + ": " + why + "; expected an 8-bit gray PNG or PGM");
  };
  try {
    return decode(read_whole(path));
  } catch (const PictureError& error) {
    throw refuse(error.why);
  } catch (const Unsupported& error) {
    throw refuse(error.what());
  } catch (const std::bad_alloc&) {
    throw refuse("host memory ran out");
  }
}

void write_gray_png(const std::string& path, const GrayImage& image) {
  const std::string part = fmt::format("{}.part{}", path, getpid());
  const auto refuse = [&](const std::string& why) {
    std::remove(part.c_str());
    return std::runtime_error("writing " + path + ": " + why);
  };
  std::FILE* file = std::fopen(part.c_str(), "wb");
  if (file == nullptr) throw refuse(std::strerror(errno));
  std::string why;
  try {
    why = encode_png(file, image);
  } catch (const std::bad_alloc&) {
    why = "host memory ran out";
  }
  if (std::fclose(file) != 0 && why.empty()) why = std::strerror(errno);
  if (!why.empty()) throw refuse(why);
  if (std::rename(part.c_str(), path.c_str()) != 0) throw refuse(std::strerror(errno));
}

}  // namespace rungs
