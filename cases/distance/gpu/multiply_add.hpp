// An addition made by the multiplier.
#pragma once

#include <rungs/device.hpp>

namespace distance::inline RUNGS_BACKEND {

/// 1 as an argument of a kernel, so that the compiler does not know its value.
struct HiddenOne {
  unsigned value = 1;
};

/// a + b as one multiply-add, a * 1 + b. It runs on the pipe of multiplications, which a kernel of minima
/// leaves idle; the compiler would make it an addition, on the pipe of the minima, if it knew the factor.
__device__ __forceinline__ unsigned add_by_multiplier(unsigned a, unsigned b, HiddenOne one) {
  return a * one.value + b;
}

}  // namespace distance::inline RUNGS_BACKEND
