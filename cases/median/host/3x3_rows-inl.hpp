// The medians of 3x3 pixels from rows of three that are sorted once. Compiled once per instruction set: Highway
// includes a variant's file once per set, and each inclusion flips this guard, which lets the file in again.
#if defined(RUNGS_MEDIAN_3X3_ROWS) == defined(HWY_TARGET_TOGGLE)
#ifdef RUNGS_MEDIAN_3X3_ROWS
#undef RUNGS_MEDIAN_3X3_ROWS
#else
#define RUNGS_MEDIAN_3X3_ROWS
#endif

#include <hwy/highway.h>
#include <cstddef>
#include <cstdint>
#include "cases/median/host/windows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {
namespace {

constexpr std::size_t strip_columns = 2048;

template <class V> HWY_INLINE V middle_of(V low, V high, V third) { return hn::Max(low, hn::Min(high, third)); }

template <class V> HWY_INLINE V median_of_three(V a, V b, V c) { return middle_of(hn::Min(a, b), hn::Max(a, b), c); }

/// The sorted triples of a row.
struct SortedRow {
  alignas(64) std::uint8_t low[strip_columns];
  alignas(64) std::uint8_t middle[strip_columns];
  alignas(64) std::uint8_t high[strip_columns];
};

/// Sorts the triples of row `from`, stores and returns them, for as many pixels as D has lanes. (Vectors of
/// some instruction sets cannot be members of a struct, hence the references.)
template <class D, class V>
HWY_INLINE void sort_and_keep(D d, const std::uint8_t* from, std::size_t x, SortedRow& kept, V& low, V& middle,
                              V& high) {
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

/// Medians of a row of windows, from two rows that are already sorted and a third, which is sorted into `next`.
template <class D>
HWY_INLINE hn::Vec<D> filter_vector(D d, const SortedRow& first, const SortedRow& second, const std::uint8_t* third,
                                    SortedRow& next, std::size_t x) {
  hn::Vec<D> low, middle, high;
  sort_and_keep(d, third, x, next, low, middle, high);
  const auto lows = hn::Max(low, hn::Max(hn::LoadU(d, first.low + x), hn::LoadU(d, second.low + x)));
  const auto highs = hn::Min(high, hn::Min(hn::LoadU(d, first.high + x), hn::LoadU(d, second.high + x)));
  const auto middles = median_of_three(hn::LoadU(d, first.middle + x), hn::LoadU(d, second.middle + x), middle);
  return median_of_three(lows, middles, highs);
}

/// Filters a strip of `columns` windows per row. A column may be done twice: it is sorted into the place of a
/// row that is no longer needed. `WriteRow{}(d, columns, to, medians_at)` writes a row of medians;
/// medians_at(x) computes those of a vector.
template <class WriteRow, class D>
HWY_INLINE void filter_strip(D d, const std::uint8_t* from, std::uint8_t* to, std::size_t columns, std::size_t width,
                             std::size_t height) {
  SortedRow rows[3];
  for_vectors(d, columns, [&](std::size_t x) HWY_ATTR {
    hn::Vec<D> low, middle, high;
    sort_and_keep(d, from, x, rows[0], low, middle, high);
    sort_and_keep(d, from + width, x, rows[1], low, middle, high);
  });
  for (std::size_t y = 0; y + 2 < height; ++y) {
    WriteRow{}(d, columns, to + y * width, [&](std::size_t x) HWY_ATTR {
      return filter_vector(d, rows[y % 3], rows[(y + 1) % 3], from + (y + 2) * width, rows[(y + 2) % 3], x);
    });
  }
}

template <class WriteRow> HWY_INLINE void filter_3x3(const Problem& p, const Views& v) {
  filter_strips<3, strip_columns>(p, v,
                                  [&](auto d, const std::uint8_t* from, std::uint8_t* to, std::size_t columns)
                                      HWY_ATTR { filter_strip<WriteRow>(d, from, to, columns, p.width, p.height); });
}

}  // namespace
}  // namespace median::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
