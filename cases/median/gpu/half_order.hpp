// An exchange by half-precision arithmetic, for GPUs whose min/max unit is busy.
//
// An 8-bit integer in a 16-bit lane is already a half-precision number: that multiple of the smallest number
// above zero. Sums and differences of such numbers are exact. Saturation to the range 0 to 1 turns negative
// differences into 0.
#pragma once

#include <cuda_fp16.h>

#include <cstring>
#include <rungs/device.hpp>

namespace median::inline RUNGS_BACKEND {

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

}  // namespace median::inline RUNGS_BACKEND
