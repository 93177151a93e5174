// Row pieces in shared memory, stored to global memory by bulk copies (sm_90).
#pragma once

#include <cstddef>
#include <rungs/bulk_copy.hpp>
#include <rungs/device.hpp>

#include "cases/edm/gpu/aligned_rows.hpp"
#include "cases/edm/gpu/root.hpp"

namespace edm::inline RUNGS_BACKEND {

/// A warp's pieces: `vectors` times 16 bytes per lane, and room for `stages` of them in shared memory.
struct Pieces {
  unsigned warps = 8;    ///< per block
  unsigned vectors = 4;  ///< per lane
  unsigned stages = 4;

  [[nodiscard]] __host__ __device__ constexpr unsigned threads() const { return warps * 32; }
  /// Vectors in a full piece.
  [[nodiscard]] __host__ __device__ constexpr unsigned piece() const { return vectors * 32; }
  [[nodiscard]] __host__ __device__ constexpr std::size_t bytes() const {
    return std::size_t{16} * warps * stages * piece();
  }
};

/// A lane's columns: four adjacent ones in each of its vectors.
template <unsigned vectors>
struct HeldColumns {
  float2 points[vectors][4];

  /// Lanes beyond the row's last vector load the last one again.
  __device__ HeldColumns(const float2* all, const Split& split, unsigned first_vector) {
#pragma unroll
    for (unsigned v = 0; v < vectors; ++v) {
      const unsigned vector = min(first_vector + v * 32 + threadIdx.x % 32, split.vectors - 1);
#pragma unroll
      for (unsigned i = 0; i < 4; ++i) points[v][i] = all[split.head + vector * 4 + i];
    }
  }

  /// Writes this lane's distances from `row` to a piece.
  __device__ void put(float4* piece, float2 row) const {
    constexpr BranchFreeRoot distance_of;
#pragma unroll
    for (unsigned v = 0; v < vectors; ++v) {
      const auto& p = points[v];
      piece[v * 32 + threadIdx.x % 32] = make_float4(distance_of(row, p[0]), distance_of(row, p[1]),
                                                     distance_of(row, p[2]), distance_of(row, p[3]));
    }
  }
};

/// One warp's piece of each row, from vector `first_vector` of the row on. A stage is written again only
/// after the copy that was started from it `stages` rows ago has read it.
template <Pieces pieces>
__device__ void send_pieces(float* distances, Points points, unsigned n, const AlikeRows& rows,
                            const Split& split, unsigned first_vector) {
  const HeldColumns<pieces.vectors> columns(points.columns, split, first_vector);
  float4* const ring = rungs::dynamic_shared<float4>() + threadIdx.x / 32 * pieces.stages * pieces.piece();
  const unsigned bytes = 16 * min(pieces.piece(), split.vectors - first_vector);
  const bool sends = threadIdx.x % 32 == 0;
  float* to = distances + rungs::at(split.head + first_vector * 4, rows.first, n);
  const float2* from = points.rows + rows.first;
  for (unsigned i = 0; i < rows.count; ++i) {
    float4* const piece = ring + i % pieces.stages * pieces.piece();
    const float2 row = __ldg(from);
    if (sends) rungs::bulk::wait_read<pieces.stages - 1>();
    __syncwarp();
    columns.put(piece, row);
    rungs::bulk::fence();
    __syncwarp();
    if (sends) {
      rungs::bulk::store(to, piece, bytes);
      rungs::bulk::commit();
    }
    from += rows.step;
    to += std::size_t{rows.step} * n;
  }
  if (sends) rungs::bulk::wait_read<0>();  // the block must not end before the copies have read
}

}  // namespace edm::inline RUNGS_BACKEND
