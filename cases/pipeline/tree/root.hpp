// The output: 8-bit gray. Of wider pixels the top 8 bits go out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "cases/pipeline/tree/node.hpp"

namespace pipeline {

template <class DataEdge>
struct Root {
  static constexpr std::string_view name = "Root";
  static_assert(DataEdge::trait == Trait::data, "expected data as the edge of the Root");
  using Pixel = std::uint8_t;
  using Wide = typename DataEdge::Pixel;
  static constexpr unsigned surplus_bits = 8 * (sizeof(Wide) - 1);

  Frame frame;
  std::tuple<DataEdge> children;

  [[nodiscard]] static constexpr std::uint32_t halo(Trait) { return 0; }

  void fill(const Plane<Pixel>& out, const Plane<const Wide>& data) const {
    const auto& place = std::get<0>(children);
    for_rows(out, [&](std::int32_t y, Pixel* to) {
      const Wide* const from = data.at(out.window.x - place.x, y - place.y);
      for (std::uint32_t i = 0; i < out.window.width; ++i)
        to[i] = static_cast<Pixel>(from[i] >> surplus_bits);
    });
  }
};

}  // namespace pipeline
