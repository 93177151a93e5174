// What all variants share: the threads of a block, its rows, and the distance of two points.
#pragma once

#include <cstddef>

#include "cases/edm/case.hpp"
#include "harness/device.hpp"

namespace edm {

/// Threads a block: the document's.
inline constexpr unsigned threads = 256;
/// Rows of the matrix that a block computes, from gpu/k2_coalesced on. Few enough that 30336 points make
/// several blocks for each place of the largest GPUs, many enough that a staged point is used often.
inline constexpr unsigned rows_a_block = 16;

// The kernels' helpers are static, since the CUDA and the simulator build of one source meet in one program.

/// The coordinates as points, which load in one piece of 8 bytes.
static inline const float2* points_of(const Views& v) { return reinterpret_cast<const float2*>(v.points); }

/// Blocks for n points.
static inline dim3 blocks_for(unsigned n) { return dim3((n + rows_a_block - 1) / rows_a_block); }

/// Distance of two points, with a correctly rounded root.
static inline __device__ float distance(float2 a, float2 b) {
  const float dx = a.x - b.x;
  const float dy = a.y - b.y;
  return sqrtf(dx * dx + dy * dy);
}

}  // namespace edm
