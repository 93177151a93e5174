// Where a TIFF's strips or tiles are in the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "cases/pipeline/files/input_file.hpp"

namespace pipeline {

/// Finds the strips or tiles of the first image of a TIFF or BigTIFF, in constant memory: their offsets and
/// lengths are read from the file when they are asked for. libtiff would hold them in memory, 16 bytes per
/// tile: 1 GB for 2,000,000 x 2,000,000 pixels in tiles of 256 x 256.
class TiffIndex {
 public:
  /// Reads the first directory. Throws rungs::Failed if the file is not a TIFF, or if a value of the
  /// directory is outside the file.
  explicit TiffIndex(InputFile& file);

  /// A strip or tile: `length` bytes at offset `at`, inside the file.
  struct Place {
    std::uint64_t at;
    std::uint64_t length;
  };
  /// Throws rungs::Failed if the segment (strip or tile) is not inside the file.
  [[nodiscard]] Place place(std::uint64_t segment);

  /// Throws rungs::Failed unless there are the offsets and lengths of at least so many strips or tiles.
  void expect(std::uint64_t segments) const;

  /// Bytes in the file of all values in the directory, without the offsets and lengths.
  [[nodiscard]] std::uint64_t other_bytes() const { return other_bytes_; }

 private:
  struct Array {
    std::uint64_t at = 0;
    std::uint64_t count = 0;
    std::size_t element_bytes = 0;
  };
  struct Entry {
    unsigned tag;
    Array values;
  };

  std::uint64_t number(std::uint64_t at, std::size_t bytes);
  std::uint64_t element(const Array& array, std::uint64_t index);
  Entry entry(std::uint64_t at);
  void keep(const Entry& entry);

  InputFile& file_;
  bool big_endian_ = false;
  bool big_ = false;  ///< BigTIFF: counts and offsets of 8 bytes, not 4
  Array offsets_;
  Array lengths_;
  std::uint64_t other_bytes_ = 0;
};

}  // namespace pipeline
