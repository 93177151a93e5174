// A mask in a TIFF, with what it keeps in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "cases/pipeline/files/input_file.hpp"
#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/files/reservation.hpp"
#include "cases/pipeline/files/tiff_decoder.hpp"
#include "cases/pipeline/files/tiff_index.hpp"
#include "cases/pipeline/run/budget.hpp"

namespace pipeline {

/// Reads and decodes the strips or tiles that a window touches, each once. Decoded ones are kept in up to 8
/// MiB: neighbouring windows often share them. Rows of uncompressed strips or tiles of more than 256 KiB are
/// read in place instead, so that these may be of any size.
class TiffMask : public MaskFile {
 public:
  TiffMask(const std::string& path, ImageShape expected, Budget& budget);
  [[nodiscard]] ImageShape shape() const override { return image_.shape; }
  void read(const Plane<std::uint8_t>& to) override;
  [[nodiscard]] std::uint64_t disk_bytes() const override { return file_.bytes_read(); }

 private:
  void take_memory(Budget& budget);
  [[nodiscard]] Window window_of(std::uint64_t segment) const;
  /// A pixel for every byte of the strip or tile, decoded now or earlier.
  std::byte* decoded(std::uint64_t segment);
  void read_in_place(std::uint64_t segment, const Plane<std::uint8_t>& to);

  std::mutex mutex_;  ///< held while pixels are read
  InputFile file_;
  TiffIndex index_;
  Reservation for_libtiff_;
  TiffDecoder decoder_;
  const TiffImage& image_;
  bool in_place_;
  Block compressed_;                 ///< the bytes of one strip or tile in the file
  Block pixels_;                     ///< decoded strips or tiles, one after another
  std::vector<std::uint64_t> held_;  ///< which these are; segment s is in place s % held_.size()
};

}  // namespace pipeline
