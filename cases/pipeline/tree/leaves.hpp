// The leaves: a formula of x and y, and the mask.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <tuple>
#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/tree/node.hpp"

namespace pipeline {

/// A bowl: deepest in the middle, 0 at the ellipse that fills the frame, and a little noise, so that no two
/// pixels are interchangeable.
struct Math2D {
  using Pixel = std::uint8_t;

  Frame frame;
  std::uint32_t seed = 0;
  std::tuple<> children{};

  [[nodiscard]] static constexpr std::uint32_t halo(Trait) { return 0; }

  /// The formula, in integers; sides up to 4096.
  [[nodiscard]] PIPELINE_BOTH static std::uint8_t value(std::int32_t x, std::int32_t y, Frame frame,
                                                        std::uint32_t seed) {
    const std::uint64_t w = std::uint64_t{frame.width} * frame.width;
    const std::uint64_t h = std::uint64_t{frame.height} * frame.height;
    const std::int64_t dx = 2 * std::int64_t{x} + 1 - frame.width;
    const std::int64_t dy = 2 * std::int64_t{y} + 1 - frame.height;
    const std::uint64_t from_middle = static_cast<std::uint64_t>(dx * dx) * h + static_cast<std::uint64_t>(dy * dy) * w;
    if (from_middle >= w * h) return 0;
    const auto bowl = static_cast<std::uint32_t>(240 * (w * h - from_middle) / (w * h));
    return static_cast<std::uint8_t>(bowl +
                                     noise(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), seed) % 16);
  }

  void fill(const Plane<Pixel>& out) const {
    for_pixels(out, [this](std::int32_t x, std::int32_t y) { return value(x, y, frame, seed); });
  }
};

/// A disc inside its cell. The mask of the default tree has one in each cell of 64 x 64 pixels, of a radius
/// and at a place that depend on the cell; an eighth of the cells is empty. So any window of an image of any
/// size can be computed by itself.
struct Blob {
  static constexpr std::int32_t cell = 64;

  std::int32_t x = 0;  ///< of the centre
  std::int32_t y = 0;
  std::int32_t radius_squared = -1;  ///< below 0: there is no disc

  [[nodiscard]] PIPELINE_BOTH bool covers(std::int32_t at_x, std::int32_t at_y) const {
    const std::int32_t dx = at_x - x;
    const std::int32_t dy = at_y - y;
    return dx * dx + dy * dy <= radius_squared;
  }
};

/// The blob of the cell that holds (x, y), neither of which is negative.
[[nodiscard]] PIPELINE_BOTH inline Blob blob_at(std::int32_t x, std::int32_t y, std::uint32_t seed) {
  const std::int32_t column = x / Blob::cell;
  const std::int32_t row = y / Blob::cell;
  const std::uint32_t bits = noise(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row), seed);
  const auto radius = static_cast<std::int32_t>(8 + bits / 8 % 24);  // 8 to 31
  const auto room = static_cast<std::uint32_t>(Blob::cell - 2 * radius);
  // In its cell even if it is empty: differences of places stay small.
  return {column * Blob::cell + radius + static_cast<std::int32_t>(bits / 256 % room),
          row * Blob::cell + radius + static_cast<std::int32_t>(bits / 65536 % room),
          bits % 8 == 0 ? -1 : radius * radius};
}

/// The mask, from a file or from its formula. The deck's node "Tiff".
struct Shape {
  using Pixel = std::uint8_t;

  Frame frame;
  std::uint32_t seed = 0;
  std::shared_ptr<MaskFile> file{};  ///< null: the formula
  std::tuple<> children{};

  [[nodiscard]] static constexpr std::uint32_t halo(Trait) { return 0; }

  void fill(const Plane<Pixel>& out) const {
    if (file != nullptr) return file->read(out);
    for_rows(out, [&](std::int32_t y, Pixel* to) { fill_row(to, out.window.x, out.window.width, y); });
  }

 private:
  /// Cell by cell: a blob covers neighbouring pixels of a row, or none.
  void fill_row(Pixel* to, std::int32_t x, std::uint32_t width, std::int32_t y) const {
    std::fill_n(to, width, Pixel{0});
    const std::int64_t end = std::int64_t{x} + width;
    for (std::int64_t from = x; from < end; from = (from / Blob::cell + 1) * Blob::cell) {
      const Blob blob = blob_at(static_cast<std::int32_t>(from), y, seed);
      const std::int32_t dy = y - blob.y;
      const std::int32_t room = blob.radius_squared - dy * dy;
      if (room < 0) continue;
      const auto reach = static_cast<std::int64_t>(std::sqrt(static_cast<float>(room)));  // exact up to 2^24
      const std::int64_t first = std::max(blob.x - reach, from);
      const std::int64_t last = std::min(blob.x + reach + 1, end);
      if (first < last) std::fill(to + (first - x), to + (last - x), Pixel{255});
    }
  }
};

}  // namespace pipeline
