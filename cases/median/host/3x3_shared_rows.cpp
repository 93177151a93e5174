// Rows of three pixels are sorted once for the three windows that contain them.
// Compared with host/3x3_avx2, the median of nine is computed as the median of three values: the largest of
// the rows' minima, the median of their middle values and the smallest of their maxima. A row of three is
// sorted once for the three windows, one above the other, that contain it: 18 minima and maxima per vector
// instead of 30, and three loads of pixels instead of nine. The sorted rows above are kept in a small buffer,
// so that only the pixels need unaligned loads.
#include <rungs/variant.hpp>

#include "cases/median/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/median/host/3x3_shared_rows.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t strip_columns = 2048;

/// Calls `at(x)` for vectors that cover `columns` columns. If less than a vector is left at the end, the last
/// vector starts earlier, and some columns are done twice.
template <class D, class At>
HWY_INLINE void for_vectors(D d, std::size_t columns, const At& at) {
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t x = 0; x < columns; x += lanes) at(x + lanes <= columns ? x : columns - lanes);
}

template <class V>
HWY_INLINE V middle_of(V low, V high, V third) {
  return hn::Max(low, hn::Min(high, third));
}

template <class V>
HWY_INLINE V median_of_three(V a, V b, V c) {
  return middle_of(hn::Min(a, b), hn::Max(a, b), c);
}

/// The sorted triples of a row.
struct SortedRow {
  alignas(64) std::uint8_t low[strip_columns];
  alignas(64) std::uint8_t middle[strip_columns];
  alignas(64) std::uint8_t high[strip_columns];
};

/// Sorts the triples of row `from`, stores and returns them, for as many pixels as D has lanes. (Vectors of
/// some instruction sets cannot be members of a struct, hence the references.)
template <class D, class V>
HWY_INLINE void sort_and_keep(D d, const std::uint8_t* from, std::size_t x, SortedRow& kept, V& low,
                              V& middle, V& high) {
  const V a = hn::LoadU(d, from + x);
  const V b = hn::LoadU(d, from + x + 1);
  const V c = hn::LoadU(d, from + x + 2);
  const V smaller = hn::Min(a, b);
  const V larger = hn::Max(a, b);
  low = hn::Min(smaller, c);
  middle = middle_of(smaller, larger, c);
  high = hn::Max(larger, c);
  hn::StoreU(low, d, kept.low + x);
  hn::StoreU(middle, d, kept.middle + x);
  hn::StoreU(high, d, kept.high + x);
}

/// Medians of a row of windows, from two rows that are already sorted and a third, which is sorted into
/// `next`.
template <class D>
HWY_INLINE hn::Vec<D> filter_vector(D d, const SortedRow& first, const SortedRow& second,
                                    const std::uint8_t* third, SortedRow& next, std::size_t x) {
  hn::Vec<D> low, middle, high;
  sort_and_keep(d, third, x, next, low, middle, high);
  const auto lows = hn::Max(low, hn::Max(hn::LoadU(d, first.low + x), hn::LoadU(d, second.low + x)));
  const auto highs = hn::Min(high, hn::Min(hn::LoadU(d, first.high + x), hn::LoadU(d, second.high + x)));
  const auto middles =
      median_of_three(hn::LoadU(d, first.middle + x), hn::LoadU(d, second.middle + x), middle);
  return median_of_three(lows, middles, highs);
}

/// Filters a strip of `columns` windows per row. A column may be done twice: it is sorted into the place of a
/// row that is no longer needed.
template <class D>
HWY_INLINE void filter_strip(D d, const std::uint8_t* from, std::uint8_t* to, std::size_t columns,
                             std::size_t width, std::size_t height) {
  SortedRow rows[3];
  for_vectors(d, columns, [&](std::size_t x) HWY_ATTR {
    hn::Vec<D> low, middle, high;
    sort_and_keep(d, from, x, rows[0], low, middle, high);
    sort_and_keep(d, from + width, x, rows[1], low, middle, high);
  });
  for (std::size_t y = 0; y + 2 < height; ++y) {
    for_vectors(d, columns, [&](std::size_t x) HWY_ATTR {
      hn::StoreU(
          filter_vector(d, rows[y % 3], rows[(y + 1) % 3], from + (y + 2) * width, rows[(y + 2) % 3], x), d,
          to + y * width + x);
    });
  }
}

/// Filters strips of columns: with a vector's lanes, or with one lane if the strip is narrower.
void filter_3x3_shared_rows(const Problem& p, const Views& v) {
  if (p.width < 3 || p.height < 3) return;
  const hn::ScalableTag<std::uint8_t> vector;
  const hn::CappedTag<std::uint8_t, 1> one_lane;
  const auto filter = [&](auto d, const std::uint8_t* from, std::uint8_t* to, std::size_t columns)
                          HWY_ATTR { filter_strip(d, from, to, columns, p.width, p.height); };
  const std::size_t count = p.width - 2;
  for (std::size_t frame = 0; frame < p.pixels(); frame += p.area()) {
    const std::uint8_t* const from = v.image + frame;
    std::uint8_t* const to = v.filtered + frame + std::size_t{p.width} + 1;
    for (std::size_t x = 0; x < count; x += strip_columns) {
      const std::size_t columns = std::min(strip_columns, count - x);
      if (columns >= hn::Lanes(vector)) {
        filter(vector, from + x, to + x, columns);
      } else {
        filter(one_lane, from + x, to + x, columns);
      }
    }
  }
}

}  // namespace
}  // namespace median::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace median {

HWY_EXPORT(filter_3x3_shared_rows);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) {
  HWY_DYNAMIC_DISPATCH(filter_3x3_shared_rows)(p, v);
}

const rungs::Variant<Case> variant{{
    .improves = "host/3x3_avx2",
    .technique = {"reuse"},
    .idea = "rows of three sorted once for three windows",
    .result = Result::window3,
    .launch = launch,
}};

}  // namespace
}  // namespace median
#endif
