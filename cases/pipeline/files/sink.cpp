#include "cases/pipeline/files/sink.hpp"

#include <algorithm>
#include <array>
#include <rungs/core/errors.hpp>

#include "cases/pipeline/files/disk_file.hpp"
#include "cases/pipeline/files/disk_writer.hpp"
#include "cases/pipeline/files/tiff_layout.hpp"

namespace pipeline {
namespace {

/// Counts the bytes, and refuses more or fewer than announced as the other sinks do.
class NullSink : public Sink {
 public:
  explicit NullSink(std::uint64_t bytes) : expected_(bytes) {}
  void write(std::span<const std::byte> bytes) override {
    if (bytes.size() > expected_ - got_) {
      throw rungs::Failed("the null sink got more than the " + std::to_string(expected_) +
                          " bytes that were announced");
    }
    got_ += bytes.size();
  }
  void finish() override {
    if (got_ == expected_) return;
    throw rungs::Failed("the null sink got " + std::to_string(got_) + " of " + std::to_string(expected_) +
                        " bytes");
  }
  [[nodiscard]] std::uint64_t disk_bytes() const override { return 0; }

 private:
  std::uint64_t expected_;
  std::uint64_t got_ = 0;
};

/// The image as a file of its bytes and nothing else: bytes [part.first, part.last) of it.
class RawSink : public Sink {
 public:
  RawSink(const std::string& path, ImageShape shape, Part part, Budget& budget)
      : file_(path), writer_(file_, part.first, part.last, budget) {
    // What the file holds already may be inside the part or outside it; all of it is taken to be inside, so
    // that nothing that fits is refused.
    file_.expect_space(part.last - part.first);
    // The length of an emptied file tells how far a run that failed came, up to the writer's blocks.
    if (part.last - part.first == shape.bytes()) file_.resize(0);
  }
  void write(std::span<const std::byte> bytes) override { writer_.write(bytes); }
  void sync() override { writer_.sync(); }
  void finish() override { writer_.finish(); }
  [[nodiscard]] std::uint64_t disk_bytes() const override { return file_.written(); }

 private:
  DiskFile file_;
  DiskWriter writer_;
};

/// An uncompressed BigTIFF (tiff_layout.hpp). The pixels go past the page cache as those of a raw file. The
/// directory is written when they are on the disk, and the header when the directory is: a file whose run
/// failed begins with zeros, and no reader takes it for a TIFF.
class TiffSink : public Sink {
 public:
  TiffSink(const std::string& path, ImageShape shape, Budget& budget)
      : layout_(shape), file_(path), writer_(file_, layout_.pixels_at(), layout_.file_bytes(), budget) {
    file_.expect_space(layout_.file_bytes());
    file_.resize(0);
  }
  void write(std::span<const std::byte> bytes) override { writer_.write(bytes); }
  void sync() override { writer_.sync(); }
  void finish() override {
    writer_.finish();
    file_.write(layout_.directory(), TiffLayout::header_bytes);
    write_arrays();
    file_.sync();
    file_.write(TiffLayout::header(), 0);
    file_.sync();
  }
  [[nodiscard]] std::uint64_t disk_bytes() const override { return file_.written(); }

 private:
  /// In pieces: the arrays have up to some megabytes.
  void write_arrays() {
    std::array<std::byte, 4096> piece{};
    std::uint64_t at = TiffLayout::header_bytes + TiffLayout::directory_bytes;
    for (std::uint64_t element = 0; at < layout_.arrays_end(); element += piece.size() / 8) {
      const auto bytes =
          std::span(piece).first(std::min<std::size_t>(piece.size(), layout_.arrays_end() - at));
      layout_.arrays(element, bytes);
      file_.write(bytes, at);
      at += bytes.size();
    }
  }

  TiffLayout layout_;
  DiskFile file_;
  DiskWriter writer_;
};

}  // namespace

std::unique_ptr<Sink> make_sink(SinkKind kind, const std::string& path, ImageShape shape, Budget& budget,
                                Part part) {
  if (shape.bytes() == 0)
    throw rungs::Failed("an image of no pixels; expected a width and height of 1 or more");
  if (kind != SinkKind::null && shape.bytes() > std::uint64_t{1} << 62) {
    throw rungs::Failed(path + ": " + std::to_string(shape.bytes()) +
                        " pixels are more than a file can hold");
  }
  part.last = std::min(part.last, shape.bytes());
  if (part.first > part.last) {
    throw rungs::Failed("a part from byte " + std::to_string(part.first) + " to byte " +
                        std::to_string(part.last) + " of the image; expected a first byte before the last");
  }
  if (kind == SinkKind::null) return std::make_unique<NullSink>(part.last - part.first);
  if (kind == SinkKind::raw) return std::make_unique<RawSink>(path, shape, part, budget);
  if (part.last - part.first != shape.bytes()) {
    throw rungs::Failed(path + ": a part of a BigTIFF; expected the whole image, or a raw file");
  }
  return std::make_unique<TiffSink>(path, shape, budget);
}

std::size_t sink_bytes(SinkKind kind, ImageShape shape) {
  return kind == SinkKind::null ? 0 : DiskWriter::memory(shape.bytes());
}

}  // namespace pipeline
