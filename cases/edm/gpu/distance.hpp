// Shared by all variants: the threads per block, the rows per block, and the distance of two points.
#pragma once

#include <cstddef>
#include <rungs/device.hpp>

#include "cases/edm/case.hpp"

namespace edm::inline RUNGS_BACKEND {

/// Threads per block: the document's.
inline constexpr unsigned threads = 256;
/// Rows of the matrix per block, from gpu/k2_coalesced on. Few enough that 30336 points give several blocks
/// for each block slot of the largest GPUs, and many enough that a staged point is used often.
inline constexpr unsigned rows_per_block = 16;

/// The coordinates as points, each loaded as 8 bytes.
inline const float2* points_of(const Views& v) { return reinterpret_cast<const float2*>(v.points); }

/// Blocks for n points.
inline dim3 blocks_for(unsigned n) { return dim3((n + rows_per_block - 1) / rows_per_block); }

/// Distance of two points, with a correctly rounded root.
inline __device__ float distance(float2 a, float2 b) {
  const float dx = a.x - b.x;
  const float dy = a.y - b.y;
  return sqrtf(dx * dx + dy * dy);
}

}  // namespace edm::inline RUNGS_BACKEND
