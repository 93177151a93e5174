// The image as a file of its bytes and nothing else.
#pragma once

#include "cases/pipeline/files/disk_file.hpp"
#include "cases/pipeline/files/disk_writer.hpp"
#include "cases/pipeline/files/sink.hpp"

namespace pipeline {

/// Writes a part of the image to its place in the file. A part that is the whole image replaces an older
/// file, which is emptied at the start: the file's length then tells how far a run that failed came, up to
/// the writer's blocks. Any other part leaves the bytes outside it as they are.
class RawSink : public Sink {
 public:
  /// `part` must be inside the image. Throws rungs::Failed if the file cannot be opened, or if its disk is
  /// too small.
  RawSink(const std::string& path, ImageShape shape, Part part, Budget& budget);
  void write(std::span<const std::byte> bytes) override { writer_.write(bytes); }
  void sync() override { writer_.sync(); }
  void finish() override { writer_.finish(); }
  [[nodiscard]] std::uint64_t disk_bytes() const override { return file_.written(); }

 private:
  DiskFile file_;
  DiskWriter writer_;
};

}  // namespace pipeline
