// Each thread keeps four adjacent columns' points in registers and steps down four rows: no shared memory, no
// barrier, no loop over tiles.
// Compared with gpu/k4_no_division, one load serves four distances: the row's point, which is the same for
// all threads and hits the L1. The four leave in one streaming store of 16 bytes and share the cost of steps,
// comparisons and addresses. Adjacent blocks write along one row, as in the fill. If n is not a multiple of
// 4, a block takes rows with the same alignment (rows.hpp), and up to six elements per row are stored
// one by one. `batch` has no effect from here on.
#include <cstddef>
#include <rungs/device.hpp>

#include "cases/edm/gpu/rows.hpp"

namespace {

constexpr unsigned rows_per_block = 4;
constexpr unsigned wide = 4;  // columns per thread

/// Four columns from `column` on, which is 16-byte aligned in each of the rows.
__device__ void put_columns(float* distances, edm::Points points, unsigned n, const edm::AlikeRows& rows,
                            unsigned column) {
  float2 held[wide];
  edm::load_points(points.columns + column, held);
  float* to = distances + rungs::at(column, rows.first, n);
  const float2* from = points.rows + rows.first;
#pragma unroll 4
  for (unsigned i = 0; i < rows.count; ++i) {
    const float2 row = __ldg(from);
    __stcs(reinterpret_cast<float4*>(to),
           make_float4(edm::distance(row, held[0]), edm::distance(row, held[1]), edm::distance(row, held[2]),
                       edm::distance(row, held[3])));
    from += rows.step;
    to += std::size_t{rows.step} * n;
  }
}

__global__ void column_registers(float* distances, edm::Points points, unsigned n, unsigned shift) {
  const edm::AlikeRows rows = edm::alike_rows(blockIdx.y, n, rows_per_block, shift);
  const unsigned item = blockIdx.x * edm::threads + threadIdx.x;
  const edm::Split split = edm::split_of<wide>(rows.first, n);
  if (item < split.vectors) {
    put_columns(distances, points, n, rows, split.head + item * wide);
  } else if (item - split.vectors < split.singles) {
    edm::put_column(distances, points, n, rows, edm::single_column<wide>(split, item - split.vectors),
                    edm::distance);
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  const unsigned n = p.count();
  const unsigned shift = edm::alike_shift<wide>(n);
  rungs::launch({edm::column_blocks(n, rows_per_block, shift), dim3(edm::threads), stream}, column_registers,
                v.distances, edm::points_of(p, v), n, shift);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k4_more_blocks",
    .technique = {"coarsen", "vector"},
    .idea = "four columns in registers, 16-byte streaming stores",
    .launch = launch,
}};

}  // namespace
