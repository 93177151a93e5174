#include "cases/pipeline/files/tiff_index.hpp"

#include <array>
#include <string>

namespace pipeline {

namespace {

/// Bytes of one value of a TIFF type; 8, the most, for types that are not known.
std::size_t bytes_of_type(std::uint64_t type) {
  constexpr std::array<std::size_t, 14> bytes{8, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};
  return type < bytes.size() ? bytes[type] : 8;
}

}  // namespace

std::uint64_t TiffIndex::number(std::uint64_t at, std::size_t bytes) {
  std::array<std::byte, 8> raw{};
  const auto used = std::span(raw).first(bytes);
  file_.read(used, at);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    value = value << 8 | std::to_integer<std::uint64_t>(used[big_endian_ ? i : bytes - 1 - i]);
  }
  return value;
}

std::uint64_t TiffIndex::element(const Array& array, std::uint64_t index) {
  return number(array.at + index * array.element_bytes, array.element_bytes);
}

TiffIndex::TiffIndex(InputFile& file) : file_(file) {
  if (file.size() < 8) file.fail("is not a TIFF: it has only " + std::to_string(file.size()) + " bytes");
  const std::uint64_t order = number(0, 2);
  big_endian_ = order == 0x4d4d;  // "MM"
  const std::uint64_t version = number(2, 2);
  big_ = version == 43;
  if ((order != 0x4949 && !big_endian_) || (version != 42 && !big_)) {
    file.fail("is not a TIFF: it does not begin with \"II\" or \"MM\" and 42 or 43");
  }
  if (big_ && number(4, 2) != 8) file.fail("is not a BigTIFF: its offsets do not have 8 bytes");

  const std::uint64_t directory = big_ ? number(8, 8) : number(4, 4);
  const std::size_t count_bytes = big_ ? 8 : 2;
  const std::uint64_t entry_bytes = big_ ? 20 : 12;
  if (directory > file.size()) file.fail("is damaged: its directory is after the end of the file");
  const std::uint64_t count = number(directory, count_bytes);
  constexpr std::uint64_t most_entries = 4096;  // as in libtiff
  if (count > most_entries) {
    file.fail("is damaged: its directory has " + std::to_string(count) + " entries; expected " +
              std::to_string(most_entries) + " at most");
  }
  for (std::uint64_t i = 0; i < count; ++i) keep(entry(directory + count_bytes + i * entry_bytes));
}

TiffIndex::Entry TiffIndex::entry(std::uint64_t at) {
  const std::size_t count_bytes = big_ ? 8 : 4;
  const auto tag = static_cast<unsigned>(number(at, 2));
  const std::size_t element_bytes = bytes_of_type(number(at + 2, 2));
  const std::uint64_t count = number(at + 4, count_bytes);
  const std::uint64_t field = at + 4 + count_bytes;  // the values, or their offset if they are larger
  const auto bad = [&] {
    file_.fail("is damaged: " + std::to_string(count) + " values of " + std::to_string(element_bytes) +
               " bytes for tag " + std::to_string(tag) + " are not inside the file");
  };
  if (count > file_.size() / element_bytes) bad();
  const std::uint64_t bytes = count * element_bytes;
  const std::uint64_t values = bytes <= count_bytes ? field : number(field, count_bytes);
  if (values > file_.size() - bytes) bad();
  return {tag, {values, count, element_bytes}};
}

void TiffIndex::keep(const Entry& entry) {
  const auto keep_in = [&](Array& array) {
    // Readers would differ in which one they take.
    if (array.count > 0) file_.fail("is damaged: it says more than once where its strips or tiles are");
    array = entry.values;
  };
  switch (entry.tag) {
    case 273:  // of strips
    case 324:  // of tiles
      return keep_in(offsets_);
    case 279:
    case 325:
      return keep_in(lengths_);
    default:
      other_bytes_ += entry.values.count * entry.values.element_bytes;
  }
}

void TiffIndex::expect(std::uint64_t segments) const {
  if (offsets_.count >= segments && lengths_.count >= segments) return;
  file_.fail("is damaged: it has " + std::to_string(offsets_.count) + " offsets and " +
             std::to_string(lengths_.count) + " lengths for " + std::to_string(segments) +
             " strips or tiles");
}

TiffIndex::Place TiffIndex::place(std::uint64_t segment) {
  const Place place{element(offsets_, segment), element(lengths_, segment)};
  if (place.length > 0 && place.length <= file_.size() && place.at <= file_.size() - place.length)
    return place;
  file_.fail("is damaged: strip or tile " + std::to_string(segment) + " of " + std::to_string(place.length) +
             " bytes at byte " + std::to_string(place.at) + " is not inside the file");
}

}  // namespace pipeline
