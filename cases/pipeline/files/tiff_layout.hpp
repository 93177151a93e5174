// Where everything is in our BigTIFF files. All of it follows from the shape of the image:
//
//   byte 0     the header, 16 bytes
//   byte 16    the directory
//   then       the offsets of the strips, then their lengths; a single strip's are in the directory
//   then       zeros up to a multiple of DiskFile::alignment
//   then       the pixels, row by row, strip after strip without gaps
//
// Strips have as many whole rows as fit into 16 MiB, so that readers get long pieces, and few of them: an
// image of 2,000,000 x 2,000,000 pixels has 250,000 strips.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cases/pipeline/files/sink.hpp"

namespace pipeline {

class TiffLayout {
 public:
  static constexpr std::size_t header_bytes = 16;
  static constexpr std::size_t directory_bytes = 8 + 10 * 20 + 8;  ///< count, entries, "no next directory"

  explicit TiffLayout(ImageShape shape);

  [[nodiscard]] std::uint64_t strips() const { return strips_; }
  /// First byte after the directory and the arrays.
  [[nodiscard]] std::uint64_t arrays_end() const;
  [[nodiscard]] std::uint64_t pixels_at() const;
  [[nodiscard]] std::uint64_t file_bytes() const { return pixels_at() + shape_.bytes(); }

  [[nodiscard]] static std::array<std::byte, header_bytes> header();
  [[nodiscard]] std::array<std::byte, directory_bytes> directory() const;
  /// The elements of the two arrays, from `first` on, as they are in the file: the offsets of all strips,
  /// then their lengths, 8 bytes each. `to` holds a whole number of elements.
  void arrays(std::uint64_t first, std::span<std::byte> to) const;

 private:
  [[nodiscard]] std::uint64_t offset(std::uint64_t strip) const;
  [[nodiscard]] std::uint64_t length(std::uint64_t strip) const;

  ImageShape shape_;
  std::uint32_t rows_per_strip_;
  std::uint64_t strips_;
};

}  // namespace pipeline
