// z = f(distance to the mask): from a mask alone, the profile itself; from a mask and gray values, these
// values at the profile's part of their depth.
#pragma once

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

#include "cases/pipeline/tree/bevel.hpp"
#include "cases/pipeline/tree/edge.hpp"
#include "cases/pipeline/tree/squared_distances.hpp"

namespace pipeline {

namespace detail {
/// The profile's pixels are those of its data, or of 16 bits without data.
template <class... DataEdge>
struct ProfilePixel {
  using type = std::uint16_t;
};
template <class DataEdge>
struct ProfilePixel<DataEdge> {
  using type = typename DataEdge::Pixel;
};
}  // namespace detail

template <class MaskEdge, class... DataEdge>
struct Profile {
  static_assert(MaskEdge::trait == Trait::mask, "expected a mask as the first edge of a Profile");
  static_assert(sizeof...(DataEdge) <= 1 && all_are<Trait::data, DataEdge...>,
                "expected data, or nothing, as the second edge of a Profile");
  using Pixel = typename detail::ProfilePixel<DataEdge...>::type;

  Frame frame;
  std::tuple<MaskEdge, DataEdge...> children;
  std::uint32_t distance_max = 1;  ///< 1 to 127

  /// A white pixel at distance_max or further counts like none, so distance_max - 1 pixels are enough.
  [[nodiscard]] std::uint32_t halo(Trait trait) const { return trait == Trait::mask ? distance_max - 1 : 0; }

  void fill(const Plane<Pixel>& out, const Plane<const std::uint8_t>& mask) const {
    run(out, mask, [](std::int32_t, std::int32_t, Pixel*, std::uint32_t) {});
  }

  void fill(const Plane<Pixel>& out, const Plane<const std::uint8_t>& mask,
            const Plane<const Pixel>& data) const {
    const auto& place = std::get<1>(children);
    run(out, mask, [&](std::int32_t x, std::int32_t y, Pixel* parts, std::uint32_t count) {
      const Pixel* const from = data.at(x - place.x, y - place.y);
      for (std::uint32_t i = 0; i < count; ++i) parts[i] = Bevel<Pixel>::scaled(from[i], parts[i]);
    });
  }

 private:
  /// Writes the profile, and calls `use(x, y, pixels, count)` for each piece of a row of it.
  template <class Use>
  void run(const Plane<Pixel>& out, const Plane<const std::uint8_t>& mask, const Use& use) const {
    const auto& place = std::get<0>(children);
    const Bevel<Pixel> bevel{distance_max};
    std::vector<Pixel> table(bevel.limit() + 1);
    for (std::uint32_t squared = 0; squared < table.size(); ++squared) table[squared] = bevel(squared);
    const Pixel* const part = table.data();
    const SquaredDistances distances(distance_max);
    distances(
        seen_from(out.window, place.x, place.y), mask,
        [&](std::int32_t mask_x, std::int32_t mask_y, const std::uint16_t* squares, std::uint32_t count) {
          const std::int32_t x = mask_x + place.x;
          const std::int32_t y = mask_y + place.y;
          Pixel* const to = out.at(x, y);
          for (std::uint32_t i = 0; i < count; ++i) to[i] = part[squares[i]];
          use(x, y, to, count);
        });
  }
};

}  // namespace pipeline
