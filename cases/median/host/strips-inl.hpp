// A frame in strips of columns, whose lists stay in the caches, a vector of pixels at a time.
// Compiled once per instruction set: Highway includes a variant's file once per set, and each inclusion flips
// this guard, which lets the file in again.
#if defined(RUNGS_MEDIAN_STRIPS) == defined(HWY_TARGET_TOGGLE)
#ifdef RUNGS_MEDIAN_STRIPS
#undef RUNGS_MEDIAN_STRIPS
#else
#define RUNGS_MEDIAN_STRIPS
#endif

#include <hwy/highway.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include "cases/median/case.hpp"

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

/// Filters strips of columns: with a vector's lanes, or with one lane if the strip is narrower.
/// `filter_strip(lanes, from, to, columns)` filters one; `from` and `to` are its windows' first pixel and
/// median.
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

}  // namespace
}  // namespace median::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
