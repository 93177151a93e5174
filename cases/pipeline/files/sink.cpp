#include "cases/pipeline/files/sink.hpp"
#include <algorithm>
#include <bit>
#include <csignal>
#include <cstring>
#include <vector>

namespace pipeline {
namespace {

std::uint64_t round_down(std::uint64_t value) { return value / DiskFile::alignment * DiskFile::alignment; }

std::size_t buffer_bytes(std::uint64_t bytes) {
  constexpr std::uint64_t most = 8U << 20U;
  // A range that begins just before a boundary of the file's blocks reaches into one more of them.
  return std::min(most, round_down(std::min(most, bytes) + 2 * DiskFile::alignment - 1));
}

}  // namespace

std::size_t DiskSink::memory(std::uint64_t bytes) { return std::tuple_size_v<decltype(ring_)> * buffer_bytes(bytes); }

DiskSink::DiskSink(const std::string& path, Part range, Budget& budget, DiskFile::SystemWrite system_write)
    : file_(path, system_write), from_(range.first), at_(range.first) {
  for (Buffer& buffer : ring_) buffer.memory = Block(budget, buffer_bytes(range.size()));
}

void DiskSink::hand_over() {
  Buffer& buffer = ring_[current_];
  const std::span<const std::byte> bytes(buffer.memory.data() + from_ % DiskFile::alignment, at_ - from_);
  const auto write = [&file = file_, bytes, from = from_] {
    // The main thread gets the signals of the user, and SIGXFSZ, which would end the program, becomes an
    // error of the write.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    file.write(bytes, from);
  };
  buffer.written = std::async(std::launch::async, write);
  current_ = (current_ + 1) % ring_.size();
  from_ = at_;
}

void DiskSink::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    Buffer& buffer = ring_[current_];
    if (at_ == from_ && buffer.written.valid()) buffer.written.get();
    // An address in the buffer has the same remainder as its offset in the file, as direct access needs it.
    const std::uint64_t begin = round_down(from_);
    const std::uint64_t end = begin + buffer.memory.size();
    const std::size_t piece = std::min<std::size_t>(bytes.size(), end - at_);
    std::memcpy(buffer.memory.data() + (at_ - begin), bytes.data(), piece);
    bytes = bytes.subspan(piece);
    at_ += piece;
    if (at_ == end) hand_over();
  }
}

void DiskSink::sync() {
  if (at_ != from_) hand_over();
  for (Buffer& buffer : ring_) {
    if (buffer.written.valid()) buffer.written.get();
  }
  file_.sync();
}

namespace {

static_assert(std::endian::native == std::endian::little, "as the numbers in our BigTIFF files");

/// Where everything is in our BigTIFF files, which are not compressed. All of it follows from the shape:
///
///   byte 0     the header, 16 bytes
///   byte 16    the directory
///   then       the offsets of the strips, then their lengths; a single strip's are in the directory
///   then       zeros up to a multiple of DiskFile::alignment
///   then       the pixels, row by row, strip after strip without gaps
///
/// Strips have as many whole rows as fit into 16 MiB, so that readers get long pieces, and few of them: an
/// image of 2,000,000 x 2,000,000 pixels has 250,000 strips.
class BigTiff {
 public:
  explicit BigTiff(Frame shape)
      : shape_(shape),
        rows_per_strip_(std::clamp((16U << 20U) / shape.width, 1U, shape.height)),
        strips_((std::uint64_t{shape.height} + rows_per_strip_ - 1) / rows_per_strip_) {}

  [[nodiscard]] Part pixels() const { return {pixels_at(), pixels_at() + shape_.pixels()}; }

  static void write_header(DiskFile& file) {
    constexpr std::uint16_t big = 43;
    constexpr std::uint16_t offset_bytes = 8;
    const struct {
      char order[2];
      std::uint16_t version, offset_bytes, zero;
      std::uint64_t directory;
    } header{{'I', 'I'}, big, offset_bytes, 0, directory_at};
    file.write(std::as_bytes(std::span(&header, 1)), 0);
  }
  void write_directory(DiskFile& file) const {
    enum : std::uint16_t { SHORT = 3, LONG = 4, LONG8 = 16 };
    const bool one = strips_ == 1;  // a single value is in its entry instead of the array's offset
    // Small values are at the front of their field.
    const Directory directory{.entries = {{256, LONG, 1, shape_.width},
                                          {257, LONG, 1, shape_.height},
                                          {258, SHORT, 1, 8},  // bits per sample
                                          {259, SHORT, 1, 1},  // not compressed
                                          {262, SHORT, 1, 1},  // gray, zero is black
                                          {273, LONG8, strips_, one ? offset(0) : arrays_at},
                                          {277, SHORT, 1, 1},  // samples per pixel
                                          {278, LONG, 1, rows_per_strip_},
                                          {279, LONG8, strips_, one ? length(0) : arrays_at + 8 * strips_},
                                          {284, SHORT, 1, 1}}};  // samples side by side
    file.write(std::as_bytes(std::span(&directory, 1)), directory_at);
    if (one) return;
    constexpr std::uint64_t at_once = 512;
    for (std::uint64_t first = 0; first < strips_; first += at_once) {
      std::vector<std::uint64_t> offsets;
      std::vector<std::uint64_t> lengths;
      for (std::uint64_t i = first; i < std::min(first + at_once, strips_); ++i) {
        offsets.push_back(offset(i));
        lengths.push_back(length(i));
      }
      file.write(std::as_bytes(std::span(offsets)), arrays_at + 8 * first);
      file.write(std::as_bytes(std::span(lengths)), arrays_at + 8 * (strips_ + first));
    }
  }

 private:
  struct [[gnu::packed]] Entry {
    std::uint16_t tag, type;
    std::uint64_t count, value;
  };
  struct [[gnu::packed]] Directory {
    std::uint64_t count = 10;
    Entry entries[10];
    std::uint64_t next = 0;  ///< there is none
  };
  static constexpr std::uint64_t directory_at = 16;
  static constexpr std::uint64_t arrays_at = directory_at + sizeof(Directory);

  [[nodiscard]] std::uint64_t pixels_at() const {
    const std::uint64_t end = arrays_at + (strips_ == 1 ? 0 : 2 * sizeof(std::uint64_t) * strips_);
    return (end + DiskFile::alignment - 1) / DiskFile::alignment * DiskFile::alignment;
  }
  [[nodiscard]] std::uint64_t offset(std::uint64_t strip) const {
    return pixels_at() + strip * rows_per_strip_ * shape_.width;
  }
  [[nodiscard]] std::uint64_t length(std::uint64_t strip) const {
    const std::uint64_t rows_before = strip * rows_per_strip_;
    return std::min<std::uint64_t>(rows_per_strip_, shape_.height - rows_before) * shape_.width;
  }

  Frame shape_;
  std::uint32_t rows_per_strip_;
  std::uint64_t strips_;
};

/// The directory is written when the pixels are on the disk, and the header when the directory is: a file
/// whose run failed begins with zeros, and no reader takes it for a TIFF.
class TiffSink : public DiskSink {
 public:
  TiffSink(const std::string& path, const BigTiff& tiff, Budget& budget)
      : DiskSink(path, tiff.pixels(), budget), tiff_(tiff) {}
  void finish() override {
    sync();
    tiff_.write_directory(file());
    file().sync();
    BigTiff::write_header(file());
    file().sync();
  }

 private:
  BigTiff tiff_;
};

}  // namespace

std::unique_ptr<Sink> make_sink(SinkKind kind, const std::string& path, Frame shape, Budget& budget, Part part) {
  if (kind == SinkKind::null) return std::make_unique<Sink>();
  part.last = std::min(part.last, shape.pixels());
  std::unique_ptr<DiskSink> sink;
  if (kind == SinkKind::raw) {
    sink = std::make_unique<DiskSink>(path, part, budget);
  } else {
    sink = std::make_unique<TiffSink>(path, BigTiff(shape), budget);
  }
  // The length of an emptied file tells how far a run that failed came, up to the sink's buffers.
  if (part.size() == shape.pixels()) sink->file().resize(0);
  return sink;
}

std::size_t sink_bytes(SinkKind kind, Frame shape) {
  return kind == SinkKind::null ? 0 : DiskSink::memory(shape.pixels());
}

}  // namespace pipeline
