// The selection network on a vector of pixels at a time.
// Compiled once per instruction set: Highway includes a variant's file once per set, and each inclusion flips
// this guard, which lets the file in again.
#if defined(RUNGS_MEDIAN_NETWORK) == defined(HWY_TARGET_TOGGLE)
#ifdef RUNGS_MEDIAN_NETWORK
#undef RUNGS_MEDIAN_NETWORK
#else
#define RUNGS_MEDIAN_NETWORK
#endif

#include <hwy/highway.h>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include "cases/median/case.hpp"
#include "cases/median/network.hpp"

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class V> HWY_INLINE void order(V& low, V& high) {
  const V smaller = hn::Min(low, high);
  high = hn::Max(low, high);
  low = smaller;
}

/// The values are parameters, not an array, since vectors of some instruction sets cannot be array elements.
template <unsigned window, std::size_t... step, class... V>
HWY_INLINE auto median_of(std::index_sequence<step...>, V... values) {
  const auto all = std::tie(values...);
  (order(std::get<low_of<window, step>>(all), std::get<high_of<window, step>>(all)), ...);
  return std::get<Network<window>::middle>(all);
}

/// Filters the `count` windows of one row. `count` is not below the lanes of D.
template <unsigned window, class D, std::size_t... i>
HWY_INLINE void filter_row(D d, const std::uint8_t* top_left, std::size_t width, std::uint8_t* to, std::size_t count,
                           std::index_sequence<i...>) {
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t x = 0; x < count; x += lanes) {
    // If less than a vector is left at the end, the last vector starts earlier, and writes some pixels again.
    const std::size_t first = x + lanes <= count ? x : count - lanes;
    const std::uint8_t* const from = top_left + first;
    hn::StoreU(median_of<window>(Steps<window>{}, hn::LoadU(d, from + i / window * width + i % window)...), d,
               to + first);
  }
}

template <unsigned window> HWY_INLINE void filter_windows(const Problem& p, const Views& v) {
  if (p.width < window || p.height < window) return;
  const hn::ScalableTag<std::uint8_t> vector;
  const hn::CappedTag<std::uint8_t, 1> one_lane;
  const std::size_t width = p.width;
  const std::size_t count = width - window + 1;
  constexpr std::size_t border = window / 2;
  constexpr auto places = std::make_index_sequence<window * window>{};
  for (std::size_t frame = 0; frame < p.pixels(); frame += p.area()) {
    for (std::size_t y = 0; y + window <= p.height; ++y) {
      const std::uint8_t* const from = v.image + frame + y * width;
      std::uint8_t* const to = v.filtered + frame + (y + border) * width + border;
      if (count >= hn::Lanes(vector)) {
        filter_row<window>(vector, from, width, to, count, places);
      } else {
        filter_row<window>(one_lane, from, width, to, count, places);
      }
    }
  }
}

}  // namespace
}  // namespace median::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
