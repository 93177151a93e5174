// Minima and maxima of three values; the middle value is what remains of their sum.
// Compared with gpu/3x3_wide_tiles, a column is sorted, and the median of three is found, by a three-input
// minimum and maximum, which are one instruction each on sm_90, and by additions, some of which run on
// another unit than the minima. That is fewer instructions for the min/max unit, and none depends on an
// exchange before it. On older GPUs, where a three-input minimum is two instructions, it is slower.
#include "cases/median/gpu/clamped_middle.hpp"

namespace {

/// The median of three columns; `sum` is the sum of their middle values.
__device__ __forceinline__ unsigned median_of(const median::SortedColumn& a, const median::SortedColumn& b,
                                              const median::SortedColumn& c, unsigned sum) {
  const unsigned low = __vimax3_u16x2(a.low, b.low, c.low);
  const unsigned middle = median::sort_by_sum(a.middle, b.middle, c.middle, sum).middle;
  const unsigned high = __vimin3_u16x2(a.high, b.high, c.high);
  return median::sort_by_sum(low, middle, high, low + high + middle).middle;
}

/// The medians of a row of windows. Two adjacent ones share a sum of two.
struct FilterRow {
  template <unsigned windows>
  __device__ __forceinline__ void operator()(const median::SortedColumn (&c)[windows + 2],
                                             unsigned (&medians)[windows]) const {
    static_assert(windows % 2 == 0);
#pragma unroll
    for (unsigned x = 0; x < windows; x += 2) {
      const unsigned shared = c[x + 1].middle + c[x + 2].middle;
      medians[x] = median_of(c[x], c[x + 1], c[x + 2], shared + c[x].middle);
      medians[x + 1] = median_of(c[x + 1], c[x + 2], c[x + 3], shared + c[x + 3].middle);
    }
  }
};

using TwoRows = median::SumSortedRows<FilterRow>;

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_wide_tiles",
    .technique = {"three"},
    .idea = "three-input minima and maxima, middle values by sums",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window3,
    .launch = median::launch_tiles<median::TwoRowsAhead<TwoRows, 4>>,
}};

}  // namespace
