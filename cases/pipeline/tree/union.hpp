// All children on top of each other. Of gray values the deepest counts; masks become one mask.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "cases/pipeline/tree/edge.hpp"
#include "cases/pipeline/tree/for_pixels.hpp"

namespace pipeline {

template <class... Edges>
struct Union {
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
    std::apply([&](const auto&... edge) { (add(out, planes, edge, is_first), ...); }, children);
  }

 private:
  template <class From, class OneEdge>
  static void add(const Plane<Pixel>& out, const Plane<const From>& plane, const OneEdge& edge,
                  bool& is_first) {
    for_rows(out, [&](std::int32_t y, Pixel* to) {
      const From* const from = plane.at(out.window.x - edge.x, y - edge.y);
      for (std::uint32_t i = 0; i < out.window.width; ++i) {
        Pixel value = 0;
        if constexpr (of_masks) {
          value = from[i] != 0 ? Pixel{255} : Pixel{0};
        } else {
          value = from[i];
        }
        to[i] = is_first ? value : std::max(to[i], value);
      }
    });
    is_first = false;
  }
};

}  // namespace pipeline
