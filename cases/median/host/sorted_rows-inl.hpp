// 3x3 medians from rows of three pixels that are sorted once. Compiled once per instruction set: Highway
// includes a variant's file once per set, and each inclusion flips this guard, which lets the file in again.
#if defined(RUNGS_MEDIAN_SORTED_ROWS) == defined(HWY_TARGET_TOGGLE)
#ifdef RUNGS_MEDIAN_SORTED_ROWS
#undef RUNGS_MEDIAN_SORTED_ROWS
#else
#define RUNGS_MEDIAN_SORTED_ROWS
#endif

#include "cases/median/host/shared_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {

constexpr std::size_t strip_columns = 2048;

template <class V>
HWY_INLINE V middle_of(V low, V high, V third) {
  return hn::Max(low, hn::Min(high, third));
}

template <class V>
HWY_INLINE V median_of_three(V a, V b, V c) {
  return middle_of(hn::Min(a, b), hn::Max(a, b), c);
}

/// Three neighbours in order, for as many pixels as D has lanes. (Vectors of some instruction sets cannot be
/// members of a struct, hence the references.)
template <class D, class V>
HWY_INLINE void sort_row(D d, const std::uint8_t* left, V& low, V& middle, V& high) {
  const V a = hn::LoadU(d, left);
  const V b = hn::LoadU(d, left + 1);
  const V c = hn::LoadU(d, left + 2);
  const V smaller = hn::Min(a, b);
  const V larger = hn::Max(a, b);
  low = hn::Min(smaller, c);
  middle = middle_of(smaller, larger, c);
  high = hn::Max(larger, c);
}

/// The sorted triples of a row.
struct SortedRow {
  alignas(64) std::uint8_t low[strip_columns];
  alignas(64) std::uint8_t middle[strip_columns];
  alignas(64) std::uint8_t high[strip_columns];
};

/// Sorts the triples of row `from`, stores and returns them.
template <class D, class V>
HWY_INLINE void sort_and_keep(D d, const std::uint8_t* from, std::size_t x, SortedRow& kept, V& low,
                              V& middle, V& high) {
  sort_row(d, from + x, low, middle, high);
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
/// row that is no longer needed. `store_row(d, columns, to, medians_at)` writes a row: it calls medians_at(x)
/// for vectors that cover all columns, in any order.
template <class D, class StoreRow>
HWY_INLINE void filter_strip(D d, const std::uint8_t* from, std::uint8_t* to, std::size_t columns,
                             std::size_t width, std::size_t height, const StoreRow& store_row) {
  SortedRow rows[3];
  for_vectors(d, columns, [&](std::size_t x) HWY_ATTR {
    hn::Vec<D> low, middle, high;
    sort_and_keep(d, from, x, rows[0], low, middle, high);
    sort_and_keep(d, from + width, x, rows[1], low, middle, high);
  });
  for (std::size_t y = 0; y + 2 < height; ++y) {
    store_row(d, columns, to + y * width, [&](std::size_t x) HWY_ATTR {
      return filter_vector(d, rows[y % 3], rows[(y + 1) % 3], from + (y + 2) * width, rows[(y + 2) % 3], x);
    });
  }
}

/// Filters all frames of a problem; see filter_strip for `store_row`.
template <class StoreRow>
HWY_INLINE void filter_by_sorted_rows(const Problem& p, const Views& v, const StoreRow& store_row) {
  for_strips<3, strip_columns>(p, v, [&](auto d, auto from, auto to, std::size_t columns) HWY_ATTR {
    filter_strip(d, from, to, columns, p.width, p.height, store_row);
  });
}

}  // namespace median::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
