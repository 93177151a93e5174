// gpu/3x3_clamped_middle with its sums, and some of its maxima, on another unit than the minima.
// In gpu/3x3_clamped_middle most additions take the min/max unit's time, and that is about what the memory needs. Here
// a sum is a multiplication by one, which is another unit. The larger of two values is what their sum leaves when the
// smaller is taken away: so one maximum a window, and one for every two windows, become two multiplications each.
#include <rungs/device.hpp>
#include "cases/median/case.hpp"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/pixels.hpp"

namespace {

/// As median::PlainSums, by the multiplier. blockDim.z is 1, which the compiler does not know. It would add two
/// subtrahends first, by the unit of the minima, if each sum were not kept.
struct ByMultiplier {
  static __device__ __forceinline__ unsigned add(unsigned a, unsigned b) {
    return median::as_one_value(a * blockDim.z + b);
  }
  static __device__ __forceinline__ unsigned subtract(unsigned a, unsigned b) {
    return median::as_one_value(b * (0U - blockDim.z) + a);
  }
  static __device__ __forceinline__ unsigned larger(unsigned a, unsigned b, unsigned smaller) {
    return subtract(add(a, b), smaller);
  }
};

/// As median::median_by_clamp, with the ceiling by a sum.
__device__ __forceinline__ unsigned median_of(const median::SortedColumn& a, const median::SortedColumn& b,
                                              const median::SortedColumn& c, unsigned smaller, unsigned larger,
                                              unsigned middle) {
  const unsigned low = __vimax3_u16x2(a.low, b.low, c.low);
  const unsigned high = __vimin3_u16x2(a.high, b.high, c.high);
  const unsigned floor = __vminu2(low, high);
  const unsigned ceiling = ByMultiplier::larger(low, high, floor);
  return __vminu2(ceiling, __vimax3_u16x2(floor, smaller, __vminu2(larger, middle)));
}

/// As median::ClampedRow.
struct FilterRow {
  template <unsigned windows>
  __device__ __forceinline__ void operator()(const median::SortedColumn (&c)[windows + 2],
                                             unsigned (&medians)[windows]) const {
    static_assert(windows % 2 == 0);
#pragma unroll
    for (unsigned x = 0; x < windows; x += 2) {
      const unsigned smaller = __vminu2(c[x + 1].middle, c[x + 2].middle);
      const unsigned larger = ByMultiplier::larger(c[x + 1].middle, c[x + 2].middle, smaller);
      medians[x] = median_of(c[x], c[x + 1], c[x + 2], smaller, larger, c[x].middle);
      medians[x + 1] = median_of(c[x + 1], c[x + 2], c[x + 3], smaller, larger, c[x + 3].middle);
    }
  }
};

using TwoRows = median::SumSortedRows<FilterRow, ByMultiplier>;

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_clamped_middle",
    .technique = {"pipes"},
    .idea = "sums, and maxima that a sum and a minimum give, on another unit",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window3,
    .launch = median::launch_tiles<median::TwoRowsAhead<TwoRows, 4>>,
}};

}  // namespace
