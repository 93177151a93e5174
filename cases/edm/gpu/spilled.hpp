// Shared by gpu/spilled_columns and its twin: more columns per thread than its registers can hold.
#pragma once

#include <cstddef>
#include <rungs/device.hpp>

#include "cases/edm/gpu/columns.hpp"
#include "cases/edm/gpu/root.hpp"

namespace edm::inline RUNGS_BACKEND {

inline constexpr unsigned spilled_vectors = 8;  ///< of four columns per thread: 64 registers for their points
inline constexpr unsigned spilled_rows = 8;     ///< per block
/// Blocks per multiprocessor that the compiler has to make room for: 64 registers per thread, which are not
/// enough.
inline constexpr unsigned spilled_blocks = 4;

/// A thread's vectors are `threads` apart. `spill` runs first; it may say where to spill to.
template <class Spill>
__global__ void __launch_bounds__(threads, spilled_blocks)
    spilled_columns(float* distances, Points points, unsigned n, unsigned shift, Spill spill) {
  spill();
  constexpr unsigned wide = 4;
  constexpr BranchFreeRoot distance_of;
  const AlikeRows rows = alike_rows(blockIdx.y, n, spilled_rows, shift);
  const Split split = split_of<wide>(rows.first, n);
  const unsigned first = blockIdx.x * spilled_vectors * threads + threadIdx.x;

  // Vectors beyond the row's last one are loaded from its start, where there is at least one column.
  float2 held[spilled_vectors][wide];
#pragma unroll
  for (unsigned v = 0; v < spilled_vectors; ++v) {
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
    for (unsigned v = 0; v < spilled_vectors; ++v) {
      if (first + v * threads >= split.vectors) break;
      const auto& p = held[v];
      StreamingStore{}(reinterpret_cast<float4*>(to + v * threads * wide),
                       make_float4(distance_of(row, p[0]), distance_of(row, p[1]), distance_of(row, p[2]),
                                   distance_of(row, p[3])));
    }
    to += std::size_t{rows.step} * n;
  }
#pragma unroll 1
  for (unsigned item = first; item < first + spilled_vectors * threads; item += threads) {
    if (item < split.vectors || item - split.vectors >= split.singles) continue;
    put_column(distances, points, n, rows, single_column<wide>(split, item - split.vectors), distance_of);
  }
}

template <class Spill>
void launch_spilled(const Problem& p, const Views& v, rungs::Stream stream, Spill spill) {
  const unsigned n = p.count();
  const unsigned shift = alike_shift<4>(n);
  constexpr unsigned items = spilled_vectors * threads;
  const dim3 blocks((items_for<4>(n) + items - 1) / items, groups_for(n, spilled_rows, shift));
  rungs::launch({blocks, dim3(threads), stream}, spilled_columns<Spill>, v.distances, points_of(p, v), n,
                shift, spill);
}

}  // namespace edm::inline RUNGS_BACKEND
