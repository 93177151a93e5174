// z = f(distance to the mask): from a mask alone, the profile itself; from a mask and gray values, these
// values at the profile's part of their depth.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>
#include "cases/pipeline/tree/node.hpp"

namespace pipeline {

/// f(squared distance to the mask), from the full depth at the mask to 0 at the distance at which it ends.
template <class Pixel> struct Bevel {
  static constexpr std::uint32_t full = std::numeric_limits<Pixel>::max();

  std::uint32_t distance_max = 1;

  [[nodiscard]] PIPELINE_BOTH std::uint32_t limit() const { return distance_max * distance_max; }
  /// `squared`: 0 to limit().
  [[nodiscard]] PIPELINE_BOTH Pixel operator()(std::uint32_t squared) const {
    return static_cast<Pixel>(full * (limit() - squared) / limit());
  }
  /// A gray value at a part of its depth, rounded to the nearest.
  [[nodiscard]] PIPELINE_BOTH static Pixel scaled(Pixel value, Pixel part) {
    return static_cast<Pixel>((std::uint32_t{value} * part + full / 2) / full);
  }
};

/// The most pixels of a row that are computed at once.
inline constexpr std::uint32_t distance_columns = 1024;

/// The two passes of the distance over one row, for as many pixels at once as the vectors hold.
/// Rows of squares, and what the second pass writes, have room for distance_columns pixels: values beyond the
/// last one are written, and mean nothing.
class DistanceRows {
 public:
  /// `most`: 1 to 127. Pixels at that distance or further count as if they were `most` away.
  explicit DistanceRows(std::uint32_t most);

  /// The squares of the distances to the nearest white pixel of the same row. `white`: the row from most - 1
  /// pixels before the first until most - 1 after the last; white where not 0.
  void along(const std::uint8_t* white, std::uint32_t count, std::uint16_t* to);

  /// The least of squares + dy^2. `rows`: the squares of the rows from most - 1 above to most - 1 below.
  void across(const std::uint16_t* const* rows, std::uint32_t count, std::uint16_t* to) const;

 private:
  static constexpr std::size_t margin = 128;      ///< on both sides of a line: more than the longest step
  static constexpr std::size_t most_lanes = 256;  ///< bytes of the widest vectors
  static constexpr std::size_t line_bytes = distance_columns + 2 * 127 + most_lanes + 2 * margin;

  std::uint32_t most_;
  std::array<std::vector<std::uint8_t>, 2> lines_;
};

template <class MaskEdge, class... DataEdge> struct Profile {
  static_assert(MaskEdge::trait == Trait::mask, "expected a mask as the first edge of a Profile");
  static_assert(sizeof...(DataEdge) <= 1 && all_are<Trait::data, DataEdge...>,
                "expected data, or nothing, as the second edge of a Profile");
  /// Those of its data, or of 16 bits without data.
  using Pixel = std::tuple_element_t<0, std::tuple<typename DataEdge::Pixel..., std::uint16_t>>;

  Frame frame;
  std::tuple<MaskEdge, DataEdge...> children;
  std::uint32_t distance_max = 1;  ///< 1 to 127

  /// A white pixel at distance_max or further counts like none, so distance_max - 1 pixels are enough.
  [[nodiscard]] std::uint32_t halo(Trait trait) const { return trait == Trait::mask ? distance_max - 1 : 0; }

  void fill(const Plane<Pixel>& out, const Plane<const std::uint8_t>& mask) const {
    run(out, mask, [](std::int32_t, std::int32_t, Pixel*, std::uint32_t) {});
  }

  void fill(const Plane<Pixel>& out, const Plane<const std::uint8_t>& mask, const Plane<const Pixel>& data) const {
    const auto& place = std::get<1>(children);
    run(out, mask, [&](std::int32_t x, std::int32_t y, Pixel* parts, std::uint32_t count) {
      const Pixel* const from = data.at(x - place.x, y - place.y);
      for (std::uint32_t i = 0; i < count; ++i) parts[i] = Bevel<Pixel>::scaled(from[i], parts[i]);
    });
  }

 private:
  /// Writes the profile of bounded squared distances to the nearest white pixel, in two passes: along the rows, then
  /// along the columns. Calls `use(x, y, pixels, count)` for each piece of a row of it.
  template <class Use> void run(const Plane<Pixel>& out, const Plane<const std::uint8_t>& mask, const Use& use) const {
    constexpr std::uint32_t strip = distance_columns;
    const Bevel<Pixel> bevel{distance_max};
    std::vector<Pixel> table(bevel.limit() + 1);
    for (std::uint32_t squared = 0; squared < table.size(); ++squared) table[squared] = bevel(squared);
    const Pixel* const part = table.data();
    const auto& place = std::get<0>(children);
    const std::uint32_t reach = distance_max - 1;
    const std::uint32_t rows_in_reach = 2 * reach + 1;
    std::vector<std::uint16_t> ring(std::size_t{rows_in_reach} * strip);
    std::vector<const std::uint16_t*> in_reach(rows_in_reach);  // from the top down
    std::vector<std::uint16_t> nearest(strip);
    DistanceRows distances(distance_max);
    for (std::uint32_t from = 0; from < out.window.width; from += strip) {
      const std::uint32_t count = std::min(strip, out.window.width - from);
      const auto x = out.window.x + static_cast<std::int32_t>(from);
      for (std::uint32_t i = 0; i < out.window.height + 2 * reach; ++i) {
        const std::int32_t y = out.window.y + static_cast<std::int32_t>(i) - static_cast<std::int32_t>(reach);
        std::uint16_t* const newest = ring.data() + std::size_t{i % rows_in_reach} * strip;
        distances.along(mask.at(x - place.x - static_cast<std::int32_t>(reach), y - place.y), count, newest);
        std::shift_left(in_reach.begin(), in_reach.end(), 1);
        in_reach.back() = newest;
        if (i < 2 * reach) continue;
        distances.across(in_reach.data(), count, nearest.data());
        const std::int32_t row = y - static_cast<std::int32_t>(reach);
        Pixel* const to = out.at(x, row);
        for (std::uint32_t column = 0; column < count; ++column) to[column] = part[nearest[column]];
        use(x, row, to, count);
      }
    }
  }
};

}  // namespace pipeline
