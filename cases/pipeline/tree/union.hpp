// All children on top of each other. Of gray values the deepest counts; masks become one mask.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "cases/pipeline/tree/node.hpp"

namespace pipeline {

template <class... Edges>
struct Union {
  static constexpr std::string_view name = "Union";
  static_assert(sizeof...(Edges) >= 1, "expected at least one edge of a Union");
  static_assert(all_are<Trait::data, Edges...> || all_are<Trait::mask, Edges...>,
                "expected edges of a Union that are all data, or all masks");
  static constexpr bool of_masks = all_are<Trait::mask, Edges...>;
  using Pixel = std::common_type_t<std::conditional_t<of_masks, std::uint8_t, typename Edges::Pixel>...>;
  static_assert(of_masks || (std::is_same_v<Pixel, typename Edges::Pixel> && ...),
                "expected edges of a Union that have the same type of pixels");

  Frame frame;
  std::tuple<Edges...> children;

  [[nodiscard]] static constexpr std::uint32_t halo(Trait) { return 0; }

  void fill(const Plane<Pixel>& out, const Plane<const typename Edges::Pixel>&... planes) const {
    bool is_first = true;
    const auto add = [&](const auto& plane, const auto& edge) {
      if (is_first) {
        combine(out, plane, edge, [](Pixel, Pixel value) { return value; });
      } else {
        combine(out, plane, edge, [](Pixel deepest, Pixel value) { return std::max(deepest, value); });
      }
      is_first = false;
    };
    std::apply([&](const auto&... edge) { (add(planes, edge), ...); }, children);
  }

 private:
  /// Sets each pixel to what `both` makes of it and the child's.
  template <class From, class OneEdge, class Both>
  static void combine(const Plane<Pixel>& out, const Plane<const From>& plane, const OneEdge& edge,
                      const Both& both) {
    for_rows(out, [&](std::int32_t y, Pixel* to) {
      const From* const from = plane.at(out.window.x - edge.x, y - edge.y);
      const std::uint32_t count = out.window.width;  // a variable of its own: `to` cannot change it
      for (std::uint32_t i = 0; i < count; ++i) {
        if constexpr (of_masks) {
          to[i] = both(to[i], from[i] != 0 ? Pixel{255} : Pixel{0});
        } else {
          to[i] = both(to[i], from[i]);
        }
      }
    });
  }
};

}  // namespace pipeline
