// Rows are sorted once for the windows below each other, for a vector of windows at a time.
// Compared with host/select, a row of a window is sorted once for all windows that contain it, and the median
// is selected from the sorted rows by minima and maxima, for as many windows as a vector has lanes. Values
// that cannot be the median are dropped on the way. The network is a table that a loop walks: its values are
// in memory, in the L1 cache, so that one small loop serves every window. Compared with host/histogram,
// nothing depends on the values; but the work per pixel grows with more than the window's area.
#include <rungs/variant.hpp>
#include "cases/median_window/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/median_window/host/sorted_rows.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include <hwy/highway.h>
#include <algorithm>
#include "cases/median_window/host/window_network.hpp"

HWY_BEFORE_NAMESPACE();
namespace median_window::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t strip_columns = 256;

/// Walks a network. Place i is the vector at `values` + i * `stride`.
template <class D, class Pixel>
HWY_INLINE void walk(D d, const WindowNetwork& network, Pixel* values, std::size_t stride) {
  for (unsigned i = 0; i < network.count; ++i) {
    Pixel* const low = values + network.steps[i].low * stride;
    Pixel* const high = values + network.steps[i].high * stride;
    const auto a = hn::LoadU(d, low);
    const auto b = hn::LoadU(d, high);
    hn::StoreU(hn::Min(a, b), d, low);
    hn::StoreU(hn::Max(a, b), d, high);
  }
}

/// Filters a strip of `columns` windows per row, not fewer than D has lanes. If less than a vector is left at
/// the end, the last vector begins earlier, and some columns are done twice.
template <class D, class Pixel>
HWY_INLINE void filter_strip(D d, const Problem& p, const Networks& networks, const Pixel* from, Pixel* to,
                             std::size_t columns) {
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t window = p.window;
  std::vector<Pixel> rows(window * window * strip_columns);  // the last sorted rows, in any order
  std::vector<Pixel> values(window * window * lanes);
  for (std::size_t y = 0; y < p.height; ++y) {
    Pixel* const row = rows.data() + y % window * window * strip_columns;
    for (std::size_t column = 0; column < columns; column += lanes) {
      const std::size_t x = std::min(column, columns - lanes);
      for (std::size_t i = 0; i < window; ++i)
        hn::StoreU(hn::LoadU(d, from + y * p.width + x + i), d, values.data() + i * lanes);
      walk(d, networks.sort, values.data(), lanes);
      for (std::size_t i = 0; i < window; ++i) {
        const Pixel* const sorted = values.data() + networks.sort.results.at[i] * lanes;
        hn::StoreU(hn::LoadU(d, sorted), d, row + i * strip_columns + x);
      }
      if (y + 1 < window) continue;
      for (std::size_t i = 0; i < window * window; ++i)
        hn::StoreU(hn::LoadU(d, rows.data() + i * strip_columns + x), d, values.data() + i * lanes);
      walk(d, networks.select, values.data(), lanes);
      const Pixel* const median = values.data() + networks.select.results.at[0] * lanes;
      hn::StoreU(hn::LoadU(d, median), d, to + (y + 1 - window) * p.width + x);
    }
  }
}

template <class Pixel>
HWY_INLINE void filter(const Problem& p, const Networks& networks, const Pixel* image, Pixel* filtered) {
  const hn::ScalableTag<Pixel> vector;
  const hn::CappedTag<Pixel, 1> one_lane;
  const std::size_t border = p.window / 2;
  const std::size_t count = p.width - p.window + 1;
  Pixel* const to = filtered + border * p.width + border;
  for (std::size_t x = 0; x < count; x += strip_columns) {
    const std::size_t columns = std::min(strip_columns, count - x);
    if (columns >= hn::Lanes(vector)) {
      filter_strip(vector, p, networks, image + x, to + x, columns);
    } else {
      filter_strip(one_lane, p, networks, image + x, to + x, columns);
    }
  }
}

void filter_sorted_rows(const Problem& p, const Views& v, const Networks& networks) {
  if (p.bits == Bits::eight) {
    filter(p, networks, v.image, v.filtered);
  } else {
    filter(p, networks, v.image16, v.filtered16);
  }
}

}  // namespace
}  // namespace median_window::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace median_window {

HWY_EXPORT(filter_sorted_rows);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) {
  require_window(p, 15, "for which there are networks");
  if (!p.has_windows()) return;
  HWY_DYNAMIC_DISPATCH(filter_sorted_rows)(p, v, networks_of(p.window));
}

const rungs::Variant<Case> variant{{
    .improves = "host/select",
    .technique = {"reuse"},
    .idea = "rows sorted once, medians by vector minima and maxima",
    .launch = launch,
}};

}  // namespace
}  // namespace median_window
#endif
