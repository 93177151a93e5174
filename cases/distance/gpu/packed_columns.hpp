// The second pass over a plane of squared row distances in 16 bits: along the columns.
#pragma once

#include "cases/distance/gpu/grid.hpp"

namespace distance::inline RUNGS_BACKEND {

/// The two smallest squared distances at the word `x` of row `y`. `Carries`: R is so large that a row's
/// square must be limited before another is added to it.
template <bool Carries>
__device__ unsigned packed_nearest(const unsigned* squared, int x, int y, int width, int height, int radius) {
  unsigned nearest = squared[rungs::at(x, y, width)];
  for (int dy = max(1 - radius, -y); dy < min(radius, height - y); ++dy) {
    unsigned offered = squared[rungs::at(x, y + dy, width)];
    if (Carries) offered = __vminu2(offered, (radius * radius - dy * dy) * 0x10001U);
    nearest = __viaddmin_u16x2(offered, dy * dy * 0x10001U, nearest);
  }
  return nearest;
}

/// Two pixels per thread. `width` is the image's.
template <bool Carries>
__global__ void along_columns(std::uint32_t* out, const unsigned* squared, int width, int height, int radius) {
  const int packed = (width + 1) / 2;
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= packed) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    const unsigned nearest = packed_nearest<Carries>(squared, x, y, packed, height, radius);
    std::uint32_t* const to = out + rungs::at(2 * x, y, width);
    if (width % 2 == 0) {
      *reinterpret_cast<uint2*>(to) = make_uint2(nearest & 0xFFFFU, nearest >> 16U);
    } else {
      to[0] = nearest & 0xFFFFU;
      if (2 * x + 1 < width) to[1] = nearest >> 16U;
    }
  }
}

/// Launches the second pass.
inline void launch_along_columns(const rungs::Call<Case>& call, const unsigned* squared) {
  const Problem& p = call.problem;
  const bool carries = p.distance_max > longest_without_carry;
  rungs::launch({packed_blocks(p), block, call.stream}, carries ? along_columns<true> : along_columns<false>,
                call.views.out, squared, p.width, p.height, p.distance_max);
}

}  // namespace distance::inline RUNGS_BACKEND
