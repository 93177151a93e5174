// A square root without a branch, used from gpu/branch_free_root on.
#pragma once

#include <rungs/device.hpp>

#include "cases/edm/gpu/distance.hpp"

namespace edm::inline RUNGS_BACKEND {

/// The root of a sum of squares, by the arithmetic of sqrtf's fast path. With y near 1 / sqrt(x), s = x * y
/// is the root except for a few units in the last place. Its error is (x - s * s) * y / 2, and x - s * s is
/// exact in a fused multiply-add. With y up to three units off, over every mantissa of x, a few in a million
/// results are not the nearest float, and none is off by more than one rounding, 2^-24 of the root. The root
/// of 0 is exactly 0, since y stays finite. Not for x between 0 and 2^-126, nor for infinity: the case has
/// neither.
inline __device__ float branch_free_root(float x) {
  constexpr float least = 0x1p-126F;
  const float y = rsqrtf(fmaxf(x, least));
  const float s = __fmul_rn(x, y);
  return __fmaf_rn(__fmaf_rn(-s, s, x), __fmul_rn(0.5F, y), s);
}

/// The distance of two points, with branch_free_root().
struct BranchFreeRoot {
  __device__ float operator()(float2 a, float2 b) const {
    const float dx = a.x - b.x;
    const float dy = a.y - b.y;
    return branch_free_root(dx * dx + dy * dy);
  }
};

}  // namespace edm::inline RUNGS_BACKEND
