#ifdef RUNGS_HAS_TIFF

#include "cases/pipeline/files/tiff_mask.hpp"

#include <algorithm>
#include <limits>
#include <rungs/core/errors.hpp>

#include "cases/pipeline/files/pixel_rows.hpp"

namespace pipeline {

namespace {

constexpr std::size_t kibi = 1024;
constexpr std::size_t mebi = kibi * kibi;
constexpr std::uint64_t none = ~std::uint64_t{0};

std::string size_text(std::uint32_t width, std::uint32_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

/// What libtiff needs to open a file: its own tables, and the values of all tags, which it reads and then
/// converts into values of up to 8 bytes.
std::size_t bytes_to_open(const TiffIndex& index) { return mebi + 9 * index.other_bytes(); }

/// The most that an encoder may make of a strip or tile: LZW makes one and a half of random bytes. Small ones
/// may have the tables of their compression besides.
std::uint64_t most_compressed(std::uint64_t segment_bytes) {
  return segment_bytes + segment_bytes / 2 + 64 * kibi;
}

}  // namespace

TiffMask::TiffMask(const std::string& path, ImageShape expected, Budget& budget)
    : file_(path),
      index_(file_),
      for_libtiff_(budget, bytes_to_open(index_)),
      decoder_(file_, std::min(budget.limit(), std::size_t{1} << 40)),
      image_(decoder_.image()),
      in_place_(!image_.compressed && image_.segment_bytes() > 256 * kibi) {
  if (image_.shape.width != expected.width || image_.shape.height != expected.height) {
    file_.fail("has " + size_text(image_.shape.width, image_.shape.height) + " pixels; expected " +
               size_text(expected.width, expected.height));
  }
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();  // coordinates of windows
  if (expected.width > most || expected.height > most) {
    file_.fail("has more than " + std::to_string(most) + " columns or rows");
  }
  index_.expect(image_.across() * image_.down());
  if (!in_place_) take_memory(budget);
}

void TiffMask::take_memory(Budget& budget) {
  constexpr std::uint64_t too_much = std::uint64_t{1} << 60;  // so that the sums do not overflow
  const std::uint64_t segment = std::min(image_.segment_bytes(), too_much);
  const std::uint64_t least =
      most_compressed(segment) + std::min(decoder_.working_bytes(), too_much) + segment;
  const std::size_t left = budget.limit() - std::min(budget.limit(), budget.used());
  if (least > left) {
    file_.fail("has strips or tiles of " + size_text(image_.segment_width, image_.segment_height) +
               " pixels, for which " + std::to_string(least) + " bytes are needed, but " +
               std::to_string(left) + " are left of the memory budget; expected smaller strips or tiles");
  }
  for_libtiff_.add(decoder_.working_bytes());
  compressed_ = Block(budget, most_compressed(segment));
  // Half of what is left, so that others get some.
  const std::size_t for_more = std::min(8 * mebi, (left - least) / 2);
  constexpr std::uint64_t most_places = 4096;
  const std::uint64_t segments = image_.across() * image_.down();
  held_.assign(std::min({1 + for_more / segment, most_places, segments}), none);
  pixels_ = Block(budget, held_.size() * segment);
}

Window TiffMask::window_of(std::uint64_t segment) const {
  return {static_cast<std::int32_t>(segment % image_.across() * image_.segment_width),
          static_cast<std::int32_t>(segment / image_.across() * image_.segment_height), image_.segment_width,
          image_.segment_height};
}

std::byte* TiffMask::decoded(std::uint64_t segment) {
  const std::size_t place = segment % held_.size();
  std::byte* const pixels = pixels_.data() + place * image_.segment_bytes();
  if (held_[place] == segment) return pixels;
  held_[place] = none;  // until it is complete

  const TiffIndex::Place in_file = index_.place(segment);
  if (in_file.length > compressed_.size()) {
    file_.fail("is damaged: strip or tile " + std::to_string(segment) + " has " +
               std::to_string(in_file.length) + " bytes for " + std::to_string(image_.segment_bytes()) +
               " pixels");
  }
  const std::span compressed(compressed_.data(), in_file.length);
  file_.read(compressed, in_file.at);
  // Tiles are whole even at the edges of the image; the last strip is not.
  const Window stored = window_of(segment);
  const std::uint64_t rows =
      image_.tiled ? stored.height
                   : std::min<std::uint64_t>(stored.height, image_.shape.height - std::uint64_t(stored.y));
  const std::span decoded(pixels, rows * stored.width);
  // From damaged data, libtiff's Deflate decoder may leave the last pixels as they are. They are then the
  // same in every run.
  std::ranges::fill(decoded, std::byte{0});
  decoder_.decode(static_cast<std::uint32_t>(segment), compressed, decoded);
  held_[place] = segment;
  return pixels;
}

void TiffMask::read(const Plane<std::uint8_t>& to) {
  expect_inside(file_, image_.shape, to.window);
  if (to.window.empty()) return;
  const std::lock_guard lock(mutex_);
  const auto index_of = [](std::int64_t at, std::uint32_t size) {
    return static_cast<std::uint64_t>(at) / size;
  };
  const std::uint64_t last_row = index_of(to.window.bottom() - 1, image_.segment_height);
  const std::uint64_t last_column = index_of(to.window.right() - 1, image_.segment_width);
  for (std::uint64_t row = index_of(to.window.y, image_.segment_height); row <= last_row; ++row) {
    for (std::uint64_t column = index_of(to.window.x, image_.segment_width); column <= last_column;
         ++column) {
      const std::uint64_t segment = row * image_.across() + column;
      const Window stored = window_of(segment);
      const Window part = common(to.window, stored);
      if (in_place_) {
        read_in_place(segment, to.of(part));
      } else {
        const auto* const pixels = reinterpret_cast<const std::uint8_t*>(decoded(segment));
        copy_window(to, Plane<const std::uint8_t>{pixels, stored.width, stored}, part);
      }
    }
  }
}

void TiffMask::read_in_place(std::uint64_t segment, const Plane<std::uint8_t>& to) {
  const Window stored = window_of(segment);
  const TiffIndex::Place in_file = index_.place(segment);
  const auto rows = static_cast<std::uint64_t>(to.window.bottom() - stored.y);
  if (in_file.length < rows * stored.width) {
    file_.fail("is damaged: strip or tile " + std::to_string(segment) + " has only " +
               std::to_string(in_file.length) + " bytes for " + size_text(stored.width, stored.height) +
               " pixels");
  }
  read_rows(file_, in_file.at, stored, to);
}

std::unique_ptr<MaskFile> open_tiff_mask(const std::string& path, ImageShape expected, Budget& budget) {
  return std::make_unique<TiffMask>(path, expected, budget);
}

}  // namespace pipeline

#else

#include <rungs/core/errors.hpp>

#include "cases/pipeline/files/mask_file.hpp"

namespace pipeline {

std::unique_ptr<MaskFile> open_tiff_mask(const std::string& path, ImageShape, Budget&) {
  throw rungs::Unsupported(
      path + ": reading a TIFF needs libtiff 4.5 or later, which this program is built without");
}

}  // namespace pipeline

#endif
