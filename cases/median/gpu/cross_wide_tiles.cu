// Two pixels per word, as 16-bit lanes; 16 columns per thread, walked down four rows. The loads, stores and lanes of
// gpu/3x3_wide_tiles with the seven exchanges of gpu/cross_v3. From sm_90 on an exchange of two lanes is two
// instructions, one of four bytes about ten. Two crosses share too little for anything to be ordered once for both.
#include "cases/median/gpu/sorted_columns.hpp"
#include "cases/median/gpu/two_rows.hpp"

namespace {

/// The median of five by seven exchanges: the smallest and the largest go first, which leaves three.
__device__ __forceinline__ unsigned median_of(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
  median::order_lanes(a, b);
  median::order_lanes(d, e);
  median::order_lanes(a, d);
  median::order_lanes(b, e);
  median::order_lanes(b, c);
  median::order_lanes(c, d);
  median::order_lanes(b, c);
  return c;
}

using TwoRows = median::CrossRows<median_of>;

// Registers for five blocks on an SM: without that bound the compiler spills some for sm_75.
const rungs::Variant<median::Case> variant{{
    .improves = "gpu/cross_v3",
    .technique = {"coarsen", "vector", "simd"},
    .idea = "two pixels per word, 16 columns per thread",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::cross5,
    .launch = median::launch_tiles<median::TwoRowsAhead<TwoRows, 4, 5>>,
}};

}  // namespace
