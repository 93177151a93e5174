// An exchange by arithmetic in half precision, for GPUs whose minima and maxima are busy.
//
// An integer of 8 bits in a 16-bit lane is a half-precision number as it stands: that many times the smallest
// one above zero. Sums and differences of such numbers are exact, and saturation to 0 to 1 leaves of a
// difference what is above zero.
#pragma once

#include <cuda_fp16.h>

#include <cstring>

#include "harness/device.hpp"

namespace median {

static __device__ __forceinline__ __half2 as_halves(unsigned word) {
  __half2 halves;
  memcpy(&halves, &word, sizeof(word));
  return halves;
}

static __device__ __forceinline__ unsigned as_word(__half2 halves) {
  unsigned word;
  memcpy(&word, &halves, sizeof(word));
  return word;
}

/// Orders two pairs of lanes that hold 0 to 255: what `low` has too much is taken from it and given to
/// `high`.
struct OrderByAdding {
  __device__ __forceinline__ void operator()(unsigned& low, unsigned& high) const {
    const __half2 excess = __hsub2_sat(as_halves(low), as_halves(high));
    low = as_word(__hsub2(as_halves(low), excess));
    high = as_word(__hadd2(as_halves(high), excess));
  }
};

}  // namespace median
