// The median of five in eight minima and maxima of three values. Seven exchanges are fourteen minima and maxima, eleven
// of which are needed. Here eight do, since one instruction takes three values on sm_90 (a reader's idea in the
// document's comments). Before sm_90 each of them is two, and gpu/cross_wide_tiles should be faster. With 16 pixels per
// load and so few instructions, memory may be the limit, and the gain small.
#include "cases/median/gpu/two_rows.hpp"

namespace {

/// The median of five pixels, two in a word, as 16-bit lanes. A search over sequences of minima and maxima of
/// up to three values found it. The two bounds replace an ordering of all five: a median is never above the
/// largest of any three, nor below the smallest.
__device__ __forceinline__ unsigned median_of(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
  const unsigned below = __vimin3_u16x2(d, e, __vimax3_u16x2(a, b, c));
  const unsigned above = __vimax3_u16x2(d, e, __vimin3_u16x2(a, b, c));
  const unsigned smaller = __vminu2(a, b);
  return __vimin3_u16x2(above, __vimax3_u16x2(a, b, below), __vimax3_u16x2(c, smaller, below));
}

using TwoRows = median::CrossRows<median_of>;

// Registers for five blocks on an SM: without that bound the compiler spills some for sm_75.
const rungs::Variant<median::Case> variant{{
    .improves = "gpu/cross_wide_tiles",
    .technique = {"three"},
    .idea = "eight three-input minima and maxima",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::cross5,
    .launch = median::launch_tiles<median::TwoRowsAhead<TwoRows, 4, 5>>,
}};

}  // namespace
