#include "cases/pipeline/files/sink.hpp"
#include <algorithm>
#include <vector>
#include "cases/pipeline/files/disk_sink.hpp"

namespace pipeline {
namespace {

/// Writes numbers to a file one after another, lowest byte first on any machine.
class LittleEndian {
 public:
  LittleEndian(DiskFile& file, std::uint64_t at) : file_(file), at_(at) {}

  void put(std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
    if (bytes_.size() >= most_bytes) flush();
  }
  void flush() {
    file_.write(bytes_, at_);
    at_ += bytes_.size();
    bytes_.clear();
  }

 private:
  static constexpr std::size_t most_bytes = 4096;

  DiskFile& file_;
  std::uint64_t at_;
  std::vector<std::byte> bytes_;
};

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

  [[nodiscard]] std::uint64_t pixels_at() const {
    const std::uint64_t end = arrays_at + (strips_ == 1 ? 0 : 2 * element_bytes * strips_);
    return (end + DiskFile::alignment - 1) / DiskFile::alignment * DiskFile::alignment;
  }
  [[nodiscard]] std::uint64_t file_bytes() const { return pixels_at() + shape_.pixels(); }

  static void write_header(DiskFile& file) {
    LittleEndian out(file, 0);
    out.put('I', 1);  // "II": little-endian
    out.put('I', 1);
    out.put(43, 2);             // BigTIFF
    out.put(element_bytes, 2);  // of an offset
    out.put(0, 2);
    out.put(directory_at, 8);
    out.flush();
  }
  void write_directory(DiskFile& file) const {
    enum : std::uint16_t { SHORT = 3, LONG = 4, LONG8 = 16 };
    const bool one = strips_ == 1;  // a single value is in its entry instead of the array's offset
    const struct {
      std::uint16_t tag, type;
      std::uint64_t count, value;
    } entries[] = {{256, LONG, 1, shape_.width},
                   {257, LONG, 1, shape_.height},
                   {258, SHORT, 1, 8},  // bits per sample
                   {259, SHORT, 1, 1},  // not compressed
                   {262, SHORT, 1, 1},  // gray, zero is black
                   {273, LONG8, strips_, one ? offset(0) : arrays_at},
                   {277, SHORT, 1, 1},  // samples per pixel
                   {278, LONG, 1, rows_per_strip_},
                   {279, LONG8, strips_, one ? length(0) : arrays_at + element_bytes * strips_},
                   {284, SHORT, 1, 1}};  // samples side by side
    static_assert(std::size(entries) == directory_entries);
    LittleEndian out(file, directory_at);
    out.put(directory_entries, 8);
    for (const auto& [tag, type, count, value] : entries) {
      out.put(tag, 2);
      out.put(type, 2);
      out.put(count, 8);
      out.put(value, 8);  // small values are at the front of the field, as little-endian puts them
    }
    out.put(0, 8);  // no next directory
    for (std::uint64_t i = 0; !one && i < strips_; ++i) out.put(offset(i), element_bytes);
    for (std::uint64_t i = 0; !one && i < strips_; ++i) out.put(length(i), element_bytes);
    out.flush();
  }

 private:
  static constexpr std::uint64_t element_bytes = 8;
  static constexpr std::uint64_t directory_at = 16;
  static constexpr std::uint64_t directory_entries = 10;
  static constexpr std::uint64_t arrays_at = directory_at + 8 + directory_entries * 20 + 8;

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
      : DiskSink(path, {tiff.pixels_at(), tiff.file_bytes()}, budget), tiff_(tiff) {}
  void finish() override {
    DiskSink::finish();
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
    // What the file holds already may be inside the part or outside it; all of it is taken to be inside, so
    // that nothing that fits is refused.
    sink->file().expect_space(part.size());
  } else {
    const BigTiff tiff(shape);
    sink = std::make_unique<TiffSink>(path, tiff, budget);
    sink->file().expect_space(tiff.file_bytes());
  }
  // The length of an emptied file tells how far a run that failed came, up to the sink's buffers.
  if (part.size() == shape.pixels()) sink->file().resize(0);
  return sink;
}

std::size_t sink_bytes(SinkKind kind, Frame shape) {
  return kind == SinkKind::null ? 0 : DiskSink::memory(shape.pixels());
}

}  // namespace pipeline
