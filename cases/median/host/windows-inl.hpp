// The windows of a frame, a vector of pixels at a time: in strips of columns, whose lists stay in the caches, and by
// the selection network. Compiled once per instruction set: Highway includes a variant's file once per set, and each
// inclusion flips this guard, which lets the file in again.
#if defined(RUNGS_MEDIAN_WINDOWS) == defined(HWY_TARGET_TOGGLE)
#ifdef RUNGS_MEDIAN_WINDOWS
#undef RUNGS_MEDIAN_WINDOWS
#else
#define RUNGS_MEDIAN_WINDOWS
#endif

#include <hwy/highway.h>
#include <algorithm>
#include <tuple>
#include <utility>
#include "cases/median/case.hpp"
#include "cases/median/network.hpp"

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Calls `at(x)` for vectors that cover `columns` columns. If less than a vector is left at the end, the last
/// vector starts earlier, and some columns are done twice.
template <class D, class At> HWY_INLINE void for_vectors(D d, std::size_t columns, const At& at) {
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t x = 0; x < columns; x += lanes) at(x + lanes <= columns ? x : columns - lanes);
}

/// Filters strips of columns: with a vector's lanes, or with one lane if the strip is narrower. `filter_strip(lanes,
/// from, to, columns)` filters one; `from` and `to` are its windows' first pixel and median.
template <std::size_t window, std::size_t strip_columns, class FilterStrip>
HWY_INLINE void filter_strips(const Problem& p, const Views& v, const FilterStrip& filter_strip) {
  if (p.width < window || p.height < window) return;
  const hn::ScalableTag<std::uint8_t> vector;
  const hn::CappedTag<std::uint8_t, 1> one_lane;
  constexpr std::size_t border = window / 2;
  const std::size_t count = p.width - window + 1;
  for (std::size_t frame = 0; frame < p.pixels(); frame += p.area()) {
    const std::uint8_t* const from = v.image + frame;
    std::uint8_t* const to = v.filtered + frame + border * p.width + border;
    for (std::size_t x = 0; x < count; x += strip_columns) {
      const std::size_t columns = std::min(strip_columns, count - x);
      if (columns >= hn::Lanes(vector)) {
        filter_strip(vector, from + x, to + x, columns);
      } else {
        filter_strip(one_lane, from + x, to + x, columns);
      }
    }
  }
}

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
