// TIFFs changed in ways that a reader must withstand.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <random>
#include <string>

#include "cases/pipeline/tests/files_tiff.hpp"

namespace pipeline::tests {

/// Numbers of a TIFF, changed in memory.
class Editor {
 public:
  explicit Editor(Bytes& file, const TiffForm& form)
      : file_(file), big_(form.big), big_endian_(form.big_endian) {}

  std::uint64_t get(std::size_t at, std::size_t bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
      value = value << 8 | std::to_integer<std::uint64_t>(file_[at + (big_endian_ ? i : bytes - 1 - i)]);
    }
    return value;
  }
  void set(std::size_t at, std::size_t bytes, std::uint64_t value) {
    for (std::size_t i = 0; i < bytes; ++i) {
      file_[at + (big_endian_ ? bytes - 1 - i : i)] = static_cast<std::byte>(value >> (8 * i) & 0xff);
    }
  }
  [[nodiscard]] std::size_t directory() const { return get(big_ ? 8 : 4, word()); }
  [[nodiscard]] std::size_t word() const { return big_ ? 8 : 4; }
  [[nodiscard]] std::size_t entries() const { return get(directory(), big_ ? 8 : 2); }
  /// Where an entry is: 2 bytes of tag, 2 of type, a word of count, a word of values.
  [[nodiscard]] std::size_t entry(std::size_t i) const {
    return directory() + (big_ ? 8 : 2) + i * (4 + 2 * word());
  }
  [[nodiscard]] std::optional<std::size_t> find(unsigned tag) const {
    for (std::size_t i = 0; i < entries(); ++i) {
      if (get(entry(i), 2) == tag) return entry(i);
    }
    return {};
  }
  /// Changes the first value of a tag that has it in its entry.
  void set_value(unsigned tag, std::uint64_t value) {
    const auto at = find(tag);
    if (!at) return;
    const std::array<std::size_t, 17> bytes{0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8};
    set(*at + 4 + word(), std::min(bytes[get(*at + 2, 2)], word()), value);
  }

 private:
  Bytes& file_;
  bool big_;
  bool big_endian_;
};

inline constexpr std::array<std::uint64_t, 16> hostile_values{0,
                                                              1,
                                                              2,
                                                              3,
                                                              7,
                                                              99,
                                                              255,
                                                              32773,
                                                              65535,
                                                              1000000,
                                                              0x7fffffff,
                                                              0x80000000,
                                                              0xffffffff,
                                                              0x100000000,
                                                              0x7fffffffffffffff,
                                                              0xffffffffffffffff};
/// Of the image's size, form and place, and some that a gray image does not have: depth, tile depth, tables.
inline constexpr std::array<unsigned, 21> tags{256, 257, 258, 259, 262, 266, 273, 277,   278,   279, 284,
                                               317, 322, 323, 324, 325, 339, 347, 32997, 32998, 338};

/// Changes a file, and the shape that it is expected to have.
class Mutation {
 public:
  Mutation(Bytes& file, const TiffForm& form, unsigned seed)
      : file_(file), edit_(file, form), expected_(form.shape), random_(seed) {}

  ImageShape apply(unsigned kind) {
    switch (kind % 8) {
      case 0:
        flip_bits(0, file_.size());
        break;
      case 1:
        flip_bits(edit_.directory(), std::min(file_.size(), edit_.entry(edit_.entries())));
        break;
      case 2:
        file_.resize(below(file_.size()));
        break;
      case 3:
        set_a_value();
        break;
      case 4:
        set_a_count();
        break;
      case 5:
        change_a_tag();
        break;
      case 6:
        damage_an_array();
        break;
      default:
        set_a_value();
        set_a_value();
    }
    return expected_;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
  template <class Values>
  auto one_of(const Values& values) {
    return values[below(values.size())];
  }
  void flip_bits(std::size_t first, std::size_t last) {
    for (std::size_t i = 0; i < 1 + below(8); ++i) {
      file_[first + below(last - first)] ^= static_cast<std::byte>(1U << below(8));
    }
  }
  void set_a_value() {
    const unsigned tag = one_of(tags);
    const std::uint64_t value = one_of(hostile_values);
    edit_.set_value(tag, value);
    const auto shown = static_cast<std::uint32_t>(value);
    if (tag == 256) expected_.width = shown;
    if (tag == 257) expected_.height = shown;
  }
  void set_a_count() {
    edit_.set(edit_.entry(below(edit_.entries())) + 4, edit_.word(), one_of(hostile_values));
  }
  void change_a_tag() {
    const std::size_t entry = edit_.entry(below(edit_.entries()));
    if (below(2) == 0) {
      edit_.set(entry, 2, one_of(tags));
    } else {
      edit_.set(entry + 2, 2, below(20));
    }
  }
  /// A number of the arrays of offsets or lengths, wherever these are.
  void damage_an_array() {
    const auto entry = edit_.find(one_of(std::array{273U, 279U, 324U, 325U}));
    if (!entry) return flip_bits(0, 16);
    const std::size_t count = edit_.get(*entry + 4, edit_.word());
    const std::size_t bytes = edit_.get(*entry + 2, 2) == 3 ? 2 : edit_.get(*entry + 2, 2) == 4 ? 4 : 8;
    const std::size_t field = *entry + 4 + edit_.word();
    const std::size_t array = count * bytes <= edit_.word() ? field : edit_.get(field, edit_.word());
    edit_.set(array + below(count) * bytes, bytes, one_of(hostile_values));
  }

  Bytes& file_;
  Editor edit_;
  ImageShape expected_;
  std::mt19937 random_;
};

/// A BigTIFF of tiles without data: a directory, and arrays of offsets and lengths that are holes in the
/// file.
inline void write_tiny_tiles(const std::string& path, std::uint32_t side, std::uint32_t tile) {
  const std::uint64_t across = (side + tile - 1) / tile;
  const std::uint64_t tiles = across * across;
  Bytes file(4096);
  Editor edit(file, {.big = true});
  edit.set(0, 2, 0x4949);
  edit.set(2, 2, 43);
  edit.set(4, 2, 8);
  edit.set(8, 8, 16);
  std::size_t at = 24;
  const auto add = [&](unsigned tag, unsigned type, std::uint64_t count, std::uint64_t value) {
    edit.set(at, 2, tag);
    edit.set(at + 2, 2, type);
    edit.set(at + 4, 8, count);
    edit.set(at + 12, 8, value);
    at += 20;
  };
  add(256, 4, 1, side);
  add(257, 4, 1, side);
  add(258, 3, 1, 8);
  add(259, 3, 1, 5);
  add(262, 3, 1, 1);
  add(322, 4, 1, tile);
  add(323, 4, 1, tile);
  add(324, 16, tiles, 4096);
  add(325, 16, tiles, 4096 + 8 * tiles);
  edit.set(16, 8, 9);
  store(path, file);
  std::filesystem::resize_file(path, 4096 + 16 * tiles);
}

}  // namespace pipeline::tests
