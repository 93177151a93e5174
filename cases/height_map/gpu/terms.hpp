// What a pixel, or a cell of four pixels, adds to a measure.
#pragma once

#include <rungs/device.hpp>

#include "cases/height_map/case.hpp"

namespace height_map::inline RUNGS_BACKEND {

/// A pixel's part of the volume or of the projected surface.
template <Measure measure>
__device__ __forceinline__ float pixel_term(float height) {
  if constexpr (measure == Measure::volume) return height;
  return height > 0.0F ? 1.0F : 0.0F;
}

/// The root that IEEE 754 asks for: several instructions after the approximate one.
struct ExactRoot {
  __device__ float operator()(float s) const { return __fsqrt_rn(s); }
};

/// 1 + d^2: what the difference along one leg of a triangle adds below the root.
__device__ __forceinline__ float beside_one(float difference) {
  return __fmaf_rn(difference, difference, 1.0F);
}

/// Twice the area of a triangle, from beside_one() of one leg's difference and the difference of the other.
template <class Root>
__device__ __forceinline__ float twice_triangle(float beside_one, float difference, const Root& root) {
  return root(__fmaf_rn(difference, difference, beside_one));
}

}  // namespace height_map::inline RUNGS_BACKEND
