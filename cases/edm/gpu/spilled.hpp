// 32 columns per thread in 64 registers: gpu/spilled_columns and gpu/spilled_columns_to_shared.
#pragma once

#include "cases/edm/gpu/rows.hpp"

namespace edm::spilled::inline RUNGS_BACKEND {

inline constexpr unsigned wide = 4;     // columns in a vector
inline constexpr unsigned vectors = 8;  // per thread: 64 registers for their points
inline constexpr unsigned rows_per_block = 8;
/// Blocks per multiprocessor that the compiler has to make room for: 64 registers per thread, which are not enough.
inline constexpr unsigned blocks = 4;

/// The kernel of both; a thread's vectors are threads apart.
__device__ __forceinline__ void put_spilled(float* distances, Points points, unsigned n, unsigned shift) {
  const AlikeRows rows = alike_rows(blockIdx.y, n, rows_per_block, shift);
  const Split split = split_of<wide>(rows.first, n);
  const unsigned first = blockIdx.x * vectors * threads + threadIdx.x;

  // Vectors beyond the row's last one are loaded from its start, where there is at least one column.
  float2 held[vectors][wide];
#pragma unroll
  for (unsigned v = 0; v < vectors; ++v) {
    const unsigned item = first + v * threads;
#pragma unroll
    for (unsigned i = 0; i < wide; ++i) {
      held[v][i] = __ldg(points.columns + (item < split.vectors ? split.head + item * wide + i : 0));
    }
  }
  float* to = distances + rungs::at(split.head + first * wide, rows.first, n);
#pragma unroll 1
  for (unsigned i = 0; i < rows.count; ++i) {
    const float2 row = __ldg(points.rows + rows.first + i * rows.step);
#pragma unroll
    for (unsigned v = 0; v < vectors; ++v) {
      if (first + v * threads >= split.vectors) break;
      const auto& p = held[v];
      __stcs(reinterpret_cast<float4*>(to + v * threads * wide),
             make_float4(branch_free_distance(row, p[0]), branch_free_distance(row, p[1]),
                         branch_free_distance(row, p[2]), branch_free_distance(row, p[3])));
    }
    to += std::size_t{rows.step} * n;
  }
#pragma unroll 1
  for (unsigned item = first; item < first + vectors * threads; item += threads) {
    if (item < split.vectors || item - split.vectors >= split.singles) continue;
    put_column(distances, points, n, rows, single_column<wide>(split, item - split.vectors), branch_free_distance);
  }
}

template <auto kernel> void launch_spilled(const Problem& p, const Views& v, rungs::Stream stream) {
  const unsigned n = p.count();
  const unsigned shift = alike_shift<wide>(n);
  constexpr unsigned items = vectors * threads;
  const dim3 grid((items_for<wide>(n) + items - 1) / items, groups_for(n, rows_per_block, shift));
  rungs::launch({grid, dim3(threads), stream}, kernel, v.distances, points_of(p, v), n, shift);
}

}  // namespace edm::spilled::inline RUNGS_BACKEND
