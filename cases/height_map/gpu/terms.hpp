// What a pixel or the leg of a triangle adds to a measure, and the sum over all threads of a launch.
#pragma once

#include "cases/height_map/case.hpp"
#include "cases/reduce/gpu/fold.hpp"

namespace height_map::inline RUNGS_BACKEND {

/// A pixel's part of the volume or of the projected surface.
template <Measure measure> __device__ __forceinline__ float pixel_term(float height) {
  if constexpr (measure == Measure::volume) return height;
  return height > 0.0F ? 1.0F : 0.0F;
}

/// 1 + d^2: what the difference along one leg of a triangle adds below the root.
__device__ __forceinline__ float beside_one(float difference) { return __fmaf_rn(difference, difference, 1.0F); }

inline constexpr unsigned lanes = 32;

/// Adds up the values of all threads of all blocks: the block that finishes last adds the blocks' sums, as in
/// reduce/gpu/one_launch.
__device__ __forceinline__ void add_up(float* result, float* of_blocks, float mine) {
  constexpr auto sum = reduce::Op::sum;
  reduce::fold_last<sum, reduce::Shuffles>(result, of_blocks, reduce::fold_block<sum, reduce::Shuffles>(mine));
}

}  // namespace height_map::inline RUNGS_BACKEND
