// gpu/branch_free_root with the copy engine instead of store instructions: a warp writes 2 KiB of a row to
// shared memory, and one lane starts a bulk copy of it (cp.async.bulk).
// Memory gets contiguous runs of 2 KiB, not 512 bytes from each of four warps in some order. And a warp need
// not wait for its stores to leave the SM: it works on the next row while up to four pieces are in flight.
// Each lane keeps 16 columns in registers. The cost is a trip through shared memory, and half the occupancy.
// Needs sm_90.
#include <rungs/device.hpp>

#include "cases/edm/case.hpp"
#include "cases/edm/gpu/bulk_rows.hpp"
#include "cases/edm/gpu/columns.hpp"

namespace {

constexpr edm::Pieces pieces;
constexpr unsigned rows_per_block = 8;

__global__ void bulk_stores(float* distances, edm::Points points, unsigned n, unsigned shift) {
  const edm::AlikeRows rows = edm::alike_rows(blockIdx.y, n, rows_per_block, shift);
  const edm::Split split = edm::split_of<4>(rows.first, n);
  const unsigned first_vector = (blockIdx.x * pieces.warps + threadIdx.x / 32) * pieces.piece();
  if (first_vector < split.vectors) {
    edm::send_pieces<pieces>(distances, points, n, rows, split, first_vector);
    return;
  }
  // The first warp after the row's pieces stores the elements left at the two ends.
  const unsigned single = threadIdx.x % 32;
  if (first_vector < split.vectors + pieces.piece() && single < split.singles) {
    const unsigned column = edm::single_column<4>(split, single);
    edm::put_column(distances, points, n, rows, column, edm::BranchFreeRoot{});
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::require_target(bulk_stores, 90, "a bulk copy");
  const unsigned n = p.count();
  const unsigned shift = edm::alike_shift<4>(n);
  const unsigned warps = (n / 4 + pieces.piece() - 1) / pieces.piece() + 1;  // and one for the two ends
  const dim3 blocks((warps + pieces.warps - 1) / pieces.warps, edm::groups_for(n, rows_per_block, shift));
  rungs::launch({blocks, dim3(pieces.threads()), stream, pieces.bytes()}, bulk_stores, v.distances,
                edm::points_of(p, v), n, shift);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/branch_free_root",
    .idea = "row pieces in shared memory, stored by bulk copies",
    .launch = launch,
}};

}  // namespace
