#include "cases/pipeline/files/tiff_layout.hpp"

#include <algorithm>

#include "cases/pipeline/files/disk_file.hpp"

namespace pipeline {

namespace {

constexpr std::uint64_t element_bytes = 8;
constexpr std::uint64_t directory_at = TiffLayout::header_bytes;
constexpr std::uint64_t arrays_at = directory_at + TiffLayout::directory_bytes;

/// Writes numbers one after another, lowest byte first on any machine.
class LittleEndian {
 public:
  explicit LittleEndian(std::span<std::byte> to) : to_(to) {}
  void put(std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) to_[i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
    to_ = to_.subspan(bytes);
  }

 private:
  std::span<std::byte> to_;
};

enum Type : std::uint16_t { SHORT = 3, LONG = 4, LONG8 = 16 };

void put_entry(LittleEndian& out, std::uint16_t tag, Type type, std::uint64_t count, std::uint64_t value) {
  out.put(tag, 2);
  out.put(type, 2);
  out.put(count, 8);
  out.put(value, 8);  // small values are at the front of the field, as little-endian puts them
}

}  // namespace

TiffLayout::TiffLayout(ImageShape shape) : shape_(shape) {
  constexpr std::uint32_t strip_bytes = 16U << 20;
  rows_per_strip_ = std::clamp(strip_bytes / shape.width, 1U, shape.height);
  strips_ = (std::uint64_t{shape.height} + rows_per_strip_ - 1) / rows_per_strip_;
}

std::uint64_t TiffLayout::arrays_end() const {
  return strips_ == 1 ? arrays_at : arrays_at + 2 * element_bytes * strips_;
}

std::uint64_t TiffLayout::pixels_at() const {
  return (arrays_end() + DiskFile::alignment - 1) / DiskFile::alignment * DiskFile::alignment;
}

std::uint64_t TiffLayout::offset(std::uint64_t strip) const {
  return pixels_at() + strip * rows_per_strip_ * shape_.width;
}

std::uint64_t TiffLayout::length(std::uint64_t strip) const {
  const std::uint64_t rows_before = strip * rows_per_strip_;
  return std::min<std::uint64_t>(rows_per_strip_, shape_.height - rows_before) * shape_.width;
}

std::array<std::byte, TiffLayout::header_bytes> TiffLayout::header() {
  std::array<std::byte, header_bytes> bytes{};
  LittleEndian out(bytes);
  out.put('I', 1);  // "II": little-endian
  out.put('I', 1);
  out.put(43, 2);  // BigTIFF
  out.put(8, 2);   // bytes per offset
  out.put(0, 2);
  out.put(directory_at, 8);
  return bytes;
}

std::array<std::byte, TiffLayout::directory_bytes> TiffLayout::directory() const {
  const bool one = strips_ == 1;  // a single value is in its entry instead of the array's offset
  std::array<std::byte, directory_bytes> bytes{};
  LittleEndian out(bytes);
  out.put(10, 8);
  put_entry(out, 256, LONG, 1, shape_.width);
  put_entry(out, 257, LONG, 1, shape_.height);
  put_entry(out, 258, SHORT, 1, 8);  // bits per sample
  put_entry(out, 259, SHORT, 1, 1);  // not compressed
  put_entry(out, 262, SHORT, 1, 1);  // gray, zero is black
  put_entry(out, 273, LONG8, strips_, one ? offset(0) : arrays_at);
  put_entry(out, 277, SHORT, 1, 1);  // samples per pixel
  put_entry(out, 278, LONG, 1, rows_per_strip_);
  put_entry(out, 279, LONG8, strips_, one ? length(0) : arrays_at + element_bytes * strips_);
  put_entry(out, 284, SHORT, 1, 1);  // samples side by side
  out.put(0, 8);                     // no next directory
  return bytes;
}

void TiffLayout::arrays(std::uint64_t first, std::span<std::byte> to) const {
  LittleEndian out(to);
  for (std::uint64_t i = first; i < first + to.size() / element_bytes; ++i) {
    out.put(i < strips_ ? offset(i) : length(i - strips_), element_bytes);
  }
}

}  // namespace pipeline
