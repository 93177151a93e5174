// The image as a BigTIFF.
#pragma once

#include "cases/pipeline/files/disk_file.hpp"
#include "cases/pipeline/files/disk_writer.hpp"
#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/files/tiff_layout.hpp"

namespace pipeline {

/// Writes an uncompressed BigTIFF of 8-bit gray pixels, in strips (tiff_layout.hpp). The pixels go past the
/// page cache as those of a raw file. The directory is written when the pixels are on the disk, and the
/// header when the directory is: a file whose run failed begins with zeros, and no reader takes it for a
/// TIFF. An older file is emptied at the start.
class TiffSink : public Sink {
 public:
  /// Throws rungs::Failed if the file cannot be opened, or if its disk is too small.
  TiffSink(const std::string& path, ImageShape shape, Budget& budget);
  void write(std::span<const std::byte> bytes) override { writer_.write(bytes); }
  void sync() override { writer_.sync(); }
  void finish() override;
  [[nodiscard]] std::uint64_t disk_bytes() const override { return file_.written(); }

 private:
  void write_arrays();

  TiffLayout layout_;
  DiskFile file_;
  DiskWriter writer_;
};

}  // namespace pipeline
