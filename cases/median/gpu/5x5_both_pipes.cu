// The shared lists are sorted by half-precision additions, which run on another unit than minima and maxima.
// In gpu/5x5_shared_columns nearly all instructions wait for the min/max unit. Here an exchange in the lists
// of up to 16 values is three half-precision additions, exact for 8-bit pixels. Steps for one or two windows
// still use minima and maxima, because often only one of an exchange's two results is needed there. The cost:
// three instructions instead of two, and lanes must hold pixels as numbers, which takes a few more.
#include <cuda_fp16.h>
#include <cstring>
#include "cases/median/gpu/shared_columns.hpp"

namespace {

// An 8-bit integer in a 16-bit lane is already a half-precision number: that multiple of the smallest number
// above zero. Sums and differences of such numbers are exact. Saturation to the range 0 to 1 turns negative
// differences into 0.

__device__ __forceinline__ __half2 as_halves(unsigned word) {
  __half2 halves;
  memcpy(&halves, &word, sizeof(word));
  return halves;
}

__device__ __forceinline__ unsigned as_word(__half2 halves) {
  unsigned word;
  memcpy(&word, &halves, sizeof(word));
  return word;
}

/// Orders two pairs of lanes that hold 0 to 255: the amount by which `low` is larger is subtracted from it
/// and added to `high`.
struct OrderByAdding {
  __device__ __forceinline__ void operator()(unsigned& low, unsigned& high) const {
    const __half2 excess = __hsub2_sat(as_halves(low), as_halves(high));
    low = as_word(__hsub2(as_halves(low), excess));
    high = as_word(__hadd2(as_halves(high), excess));
  }
};

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/5x5_shared_columns",
    .technique = {"pipes"},
    .idea = "shared lists sorted by half-precision additions",
    .spills = "a few registers, so that four blocks fit on an SM",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window5,
    // lower: pixels as numbers
    .launch = median::launch_tiles<median::SharedColumns<OrderByAdding, median::LaneByte::lower>>,
}};

}  // namespace
