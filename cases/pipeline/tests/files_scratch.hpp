// Files for the tests of sinks and masks; TIFFs of every form where there is libtiff.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <rungs/core/errors.hpp>
#include <string>
#include <vector>
#include "cases/pipeline/files/mask_file.hpp"
#include "harness/tests/testing.hpp"

#ifdef RUNGS_HAS_TIFF
#include <tiffio.h>
#endif

namespace pipeline::tests {

/// Each test has a folder of its own, and in it a file `path_`.
using Files = rungs::OwnFolder;

using Bytes = std::vector<std::byte>;

/// Bytes in which neighbours, rows and blocks differ.
inline Bytes pattern(std::size_t count) {
  Bytes bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>((i * 2654435761U) >> 13);
  return bytes;
}

inline Bytes contents(const std::string& path) {
  Bytes bytes(std::filesystem::file_size(path));
  std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(bytes.data()), std::ssize(bytes));
  return bytes;
}

inline void store(const std::string& path, const Bytes& bytes) {
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
}

/// The message of the rungs::Failed that `action` must throw.
inline std::string failure(const std::function<void()>& action) { return rungs::message_of<rungs::Failed>(action); }
#ifdef RUNGS_HAS_TIFF

inline constexpr std::size_t mask_budget = std::size_t{16} << 20;

struct TiffForm {
  Frame shape{100, 80};
  int compression = COMPRESSION_NONE;
  std::uint32_t tile_width = 0;  ///< 0: strips
  std::uint32_t height = 16;     ///< rows of a strip or tile
  bool big = false;
  bool big_endian = false;
  int photometric = PHOTOMETRIC_MINISBLACK;
  int bits = 8;
  int samples = 1;
};

using Tiff = std::unique_ptr<TIFF, void (*)(TIFF*)>;

/// A TIFF of some form, without its pixels.
inline Tiff begin_tiff(const std::string& path, const TiffForm& form) {
  const std::string mode = std::string("w") + (form.big ? "8" : "4") + (form.big_endian ? "b" : "l");
  Tiff tiff(TIFFOpen(path.c_str(), mode.c_str()), TIFFClose);
  const auto set = [&](unsigned tag, auto value) { TIFFSetField(tiff.get(), tag, value); };
  set(TIFFTAG_IMAGEWIDTH, form.shape.width);
  set(TIFFTAG_IMAGELENGTH, form.shape.height);
  set(TIFFTAG_BITSPERSAMPLE, form.bits);
  set(TIFFTAG_SAMPLESPERPIXEL, form.samples);
  set(TIFFTAG_PHOTOMETRIC, form.photometric);
  set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  set(TIFFTAG_COMPRESSION, form.compression);
  if (form.tile_width != 0) set(TIFFTAG_TILEWIDTH, form.tile_width);
  set(form.tile_width != 0 ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, form.height);
  return tiff;
}

/// Writes an image of 8-bit samples in some form. Tiles are padded with zeros.
inline void write_tiff(const std::string& path, const TiffForm& form, const Bytes& image) {
  const Tiff tiff = begin_tiff(path, form);
  const auto [all_columns, all_rows] = form.shape;
  const bool tiled = form.tile_width != 0;
  const std::uint32_t width = tiled ? form.tile_width : all_columns;
  const auto write = tiled ? TIFFWriteEncodedTile : TIFFWriteEncodedStrip;
  std::uint32_t number = 0;
  for (std::uint32_t y = 0; y < all_rows; y += form.height) {
    const std::uint32_t rows = std::min(form.height, all_rows - y);
    for (std::uint32_t x = 0; x < all_columns; x += width) {
      Bytes part(std::size_t{width} * (tiled ? form.height : rows));
      for (std::uint32_t row = 0; row < rows; ++row) {
        std::copy_n(image.data() + std::size_t{y + row} * all_columns + x, std::min(width, all_columns - x),
                    part.data() + std::size_t{row} * width);
      }
      write(tiff.get(), number++, part.data(), std::ssize(part));
    }
  }
}

#endif

}  // namespace pipeline::tests
