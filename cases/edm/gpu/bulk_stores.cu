// gpu/branch_free_root with the copy engine instead of store instructions: a warp writes 2 KiB of a row to
// shared memory, and one lane starts a bulk copy of it (cp.async.bulk).
// Memory gets contiguous runs of 2 KiB, not 512 bytes from each of four warps in some order. And a warp need
// not wait for its stores to leave the SM: it works on the next row while up to four pieces are in flight.
// Each lane keeps 16 columns in registers. The cost is a trip through shared memory, and half the occupancy.
// Needs sm_90.
#include <cstddef>
#include <rungs/bulk_copy.hpp>
#include <rungs/device.hpp>
#include "cases/edm/gpu/rows.hpp"

namespace {

// A warp's pieces: `vectors` times 16 bytes per lane, and room for `stages` of them in shared memory.
constexpr unsigned warps = 8;    ///< per block
constexpr unsigned vectors = 4;  ///< per lane
constexpr unsigned stages = 4;
constexpr unsigned piece_vectors = vectors * 32;  ///< in a full piece
constexpr std::size_t shared_bytes = std::size_t{16} * warps * stages * piece_vectors;
constexpr unsigned rows_per_block = 8;

/// A lane's columns: four adjacent ones in each of its vectors.
struct HeldColumns {
  float2 points[vectors][4];

  /// Lanes beyond the row's last vector load the last one again.
  __device__ HeldColumns(const float2* all, const edm::Split& split, unsigned first_vector) {
#pragma unroll
    for (unsigned v = 0; v < vectors; ++v) {
      const unsigned vector = min(first_vector + v * 32 + threadIdx.x % 32, split.vectors - 1);
#pragma unroll
      for (unsigned i = 0; i < 4; ++i) points[v][i] = all[split.head + vector * 4 + i];
    }
  }

  /// Writes this lane's distances from `row` to a piece.
  __device__ void put(float4* piece, float2 row) const {
#pragma unroll
    for (unsigned v = 0; v < vectors; ++v) {
      const auto& p = points[v];
      piece[v * 32 + threadIdx.x % 32] =
          make_float4(edm::branch_free_distance(row, p[0]), edm::branch_free_distance(row, p[1]),
                      edm::branch_free_distance(row, p[2]), edm::branch_free_distance(row, p[3]));
    }
  }
};

/// One warp's piece of each row, from vector `first_vector` of the row on. A stage is written again only
/// after the copy that was started from it `stages` rows ago has read it.
__device__ void send_pieces(float* distances, edm::Points points, unsigned n, const edm::AlikeRows& rows,
                            const edm::Split& split, unsigned first_vector) {
  const HeldColumns columns(points.columns, split, first_vector);
  float4* const ring = rungs::dynamic_shared<float4>() + threadIdx.x / 32 * stages * piece_vectors;
  const unsigned bytes = 16 * min(piece_vectors, split.vectors - first_vector);
  const bool sends = threadIdx.x % 32 == 0;
  float* to = distances + rungs::at(split.head + first_vector * 4, rows.first, n);
  const float2* from = points.rows + rows.first;
  for (unsigned i = 0; i < rows.count; ++i) {
    float4* const piece = ring + i % stages * piece_vectors;
    const float2 row = __ldg(from);
    if (sends) rungs::bulk::wait_read<stages - 1>();
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

__global__ void bulk_stores(float* distances, edm::Points points, unsigned n, unsigned shift) {
  const edm::AlikeRows rows = edm::alike_rows(blockIdx.y, n, rows_per_block, shift);
  const edm::Split split = edm::split_of<4>(rows.first, n);
  const unsigned first_vector = (blockIdx.x * warps + threadIdx.x / 32) * piece_vectors;
  if (first_vector < split.vectors) {
    send_pieces(distances, points, n, rows, split, first_vector);
    return;
  }
  // The first warp after the row's pieces stores the elements left at the two ends.
  const unsigned single = threadIdx.x % 32;
  if (first_vector < split.vectors + piece_vectors && single < split.singles) {
    const unsigned column = edm::single_column<4>(split, single);
    edm::put_column(distances, points, n, rows, column, edm::branch_free_distance);
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::require_target(bulk_stores, 90, "a bulk copy");
  const unsigned n = p.count();
  const unsigned shift = edm::alike_shift<4>(n);
  const unsigned needed = (n / 4 + piece_vectors - 1) / piece_vectors + 1;  // and one for the two ends
  const dim3 blocks((needed + warps - 1) / warps, edm::groups_for(n, rows_per_block, shift));
  rungs::launch({blocks, dim3(warps * 32), stream, shared_bytes}, bulk_stores, v.distances, edm::points_of(p, v), n,
                shift);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/branch_free_root",
    .technique = {"async"},
    .idea = "row pieces in shared memory, stored by bulk copies",
    .launch = launch,
}};

}  // namespace
