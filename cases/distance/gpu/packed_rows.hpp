// Squared row distances in 16 bits, two adjacent columns per word: shared by the variants whose first pass
// stores them in a workspace, with their second pass.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cases/distance/gpu/grid.hpp"

namespace distance::inline RUNGS_BACKEND {

/// Words per row of the plane: one for two columns. An odd row's last word has an unused upper half.
inline unsigned packed_width(const Problem& p) { return (p.width + 1) / 2; }

/// Bytes of the whole plane.
inline std::size_t packed_bytes(const Problem& p) {
  return std::size_t{packed_width(p)} * p.height * sizeof(unsigned);
}

/// One thread per word.
inline dim3 packed_blocks(const Problem& p) {
  dim3 blocks = rungs::grid_for(packed_width(p), p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  return blocks;
}

/// The largest R at which every sum of two squares below the limit fits in 16 bits: 181^2 + 180^2 < 2^16.
inline constexpr int longest_without_carry = 181;

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

/// The second pass, two pixels per thread. `width` is the image's.
template <bool Carries>
__device__ void packed_columns(std::uint32_t* out, const unsigned* squared, int width, int height,
                               int radius) {
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

}  // namespace distance::inline RUNGS_BACKEND
