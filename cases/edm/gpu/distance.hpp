// Shared by all variants: the threads per block, the grid of gpu/k2 to gpu/k6, and the distance of two
// points.
#pragma once

#include <cstddef>
#include <rungs/device.hpp>

#include "cases/edm/case.hpp"

namespace edm::inline RUNGS_BACKEND {

/// Threads per block: the document's.
inline constexpr unsigned threads = 256;
/// The most rows of the matrix per block in gpu/k2 to gpu/k6, and the document's: as many as threads.
inline constexpr unsigned most_rows = threads;

/// The points that give the rows and those that give the columns, each loaded as 8 bytes: the same with
/// sets=one.
struct Points {
  const float2* rows;
  const float2* columns;
};

inline Points points_of(const Problem& p, const Views& v) {
  const auto* const points = reinterpret_cast<const float2*>(v.points);
  return {points, p.sets == Sets::one ? points : reinterpret_cast<const float2*>(v.columns)};
}

/// Blocks of `rows` rows each for n points.
inline dim3 blocks_for(unsigned n, unsigned rows) { return dim3((n + rows - 1) / rows); }

/// Distance of two points, with a correctly rounded root.
inline __device__ float distance(float2 a, float2 b) {
  const float dx = a.x - b.x;
  const float dy = a.y - b.y;
  return sqrtf(dx * dx + dy * dy);
}

}  // namespace edm::inline RUNGS_BACKEND
