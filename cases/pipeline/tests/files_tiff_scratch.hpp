// TIFFs of every form that the tests of masks read. Only where there is libtiff.
#pragma once

#include <tiffio.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/tests/files_scratch.hpp"

namespace pipeline::tests {

inline constexpr std::size_t mask_budget = std::size_t{16} << 20;

struct TiffForm {
  ImageShape shape{100, 80};
  std::uint16_t compression = COMPRESSION_NONE;
  std::uint32_t tile_width = 0;  ///< 0: strips
  std::uint32_t tile_height = 0;
  std::uint32_t rows_per_strip = 16;
  bool big = false;
  bool big_endian = false;
  std::uint16_t predictor = 0;  ///< 0: no such tag
  std::uint16_t fill_order = FILLORDER_MSB2LSB;
  std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
  std::uint16_t bits = 8;
  std::uint16_t samples = 1;
};

inline void describe(TIFF* tiff, const TiffForm& form) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, form.shape.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, form.shape.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, form.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, form.samples);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, form.photometric);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, form.compression);
  TIFFSetField(tiff, TIFFTAG_FILLORDER, form.fill_order);
  if (form.predictor != 0) TIFFSetField(tiff, TIFFTAG_PREDICTOR, form.predictor);
  if (form.tile_width == 0) {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, form.rows_per_strip);
  } else {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, form.tile_width);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, form.tile_height);
  }
}

/// One strip or tile of an image of bytes, padded with zeros.
inline Bytes cut(const Bytes& image, const TiffForm& form, std::size_t x, std::size_t y, std::size_t width,
                 std::size_t height) {
  Bytes part(width * height);
  for (std::size_t row = 0; row < std::min<std::size_t>(height, form.shape.height - y); ++row) {
    std::copy_n(image.begin() + static_cast<std::ptrdiff_t>((y + row) * form.shape.width + x),
                std::min<std::size_t>(width, form.shape.width - x),
                part.begin() + static_cast<std::ptrdiff_t>(row * width));
  }
  return part;
}

/// Writes an image of 8-bit samples in some form.
inline void write_tiff(const std::string& path, const TiffForm& form, const Bytes& image) {
  const std::string mode = std::string("w") + (form.big ? "8" : "4") + (form.big_endian ? "b" : "l");
  const std::unique_ptr<TIFF, void (*)(TIFF*)> tiff(TIFFOpen(path.c_str(), mode.c_str()), TIFFClose);
  if (tiff == nullptr) throw std::runtime_error("cannot write " + path);
  describe(tiff.get(), form);
  if (form.tile_width == 0) {
    const std::uint32_t rows = std::min(form.rows_per_strip, form.shape.height);
    for (std::uint32_t y = 0, strip = 0; y < form.shape.height; y += rows, ++strip) {
      const std::uint32_t held = std::min(rows, form.shape.height - y);
      Bytes part = cut(image, form, 0, y, form.shape.width, held);
      TIFFWriteEncodedStrip(tiff.get(), strip, part.data(), std::ssize(part));
    }
  } else {
    std::uint32_t tile = 0;
    for (std::uint32_t y = 0; y < form.shape.height; y += form.tile_height) {
      for (std::uint32_t x = 0; x < form.shape.width; x += form.tile_width) {
        Bytes part = cut(image, form, x, y, form.tile_width, form.tile_height);
        TIFFWriteEncodedTile(tiff.get(), tile++, part.data(), std::ssize(part));
      }
    }
  }
}

}  // namespace pipeline::tests
