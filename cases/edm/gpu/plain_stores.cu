// gpu/branch_free_root with stores that are not marked as streaming, and five rows per block instead of four.
// A streaming store asks the L2 to evict its line before others. If another kernel left dirty lines, this
// keeps them in the L2 and seems to leave few places for lines on their way to memory: an H200 is then faster
// with plain stores, here and in the case `fill`. With clean lines gpu/branch_free_root is the faster of the
// two. The fifth row gives one more distance per loaded point; with six, blocks write over too wide a band at
// a time.
#include <cstddef>
#include <rungs/device.hpp>

#include "cases/edm/gpu/rows.hpp"

namespace {

constexpr unsigned rows_per_block = 5;
constexpr unsigned wide = 4;  // columns per thread

/// As in gpu/branch_free_root.
__device__ float distance(float2 a, float2 b) {
  const float dx = a.x - b.x;
  const float dy = a.y - b.y;
  const float x = dx * dx + dy * dy;
  const float y = rsqrtf(fmaxf(x, 0x1p-126F));
  const float s = __fmul_rn(x, y);
  return __fmaf_rn(__fmaf_rn(-s, s, x), __fmul_rn(0.5F, y), s);
}

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
    *reinterpret_cast<float4*>(to) = make_float4(distance(row, held[0]), distance(row, held[1]),
                                                 distance(row, held[2]), distance(row, held[3]));
    from += rows.step;
    to += std::size_t{rows.step} * n;
  }
}

__global__ void plain_stores(float* distances, edm::Points points, unsigned n, unsigned shift) {
  const edm::AlikeRows rows = edm::alike_rows(blockIdx.y, n, rows_per_block, shift);
  const unsigned item = blockIdx.x * edm::threads + threadIdx.x;
  const edm::Split split = edm::split_of<wide>(rows.first, n);
  if (item < split.vectors) {
    put_columns(distances, points, n, rows, split.head + item * wide);
  } else if (item - split.vectors < split.singles) {
    edm::put_column(distances, points, n, rows, edm::single_column<wide>(split, item - split.vectors),
                    distance);
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  const unsigned n = p.count();
  const unsigned shift = edm::alike_shift<wide>(n);
  rungs::launch({edm::column_blocks(n, rows_per_block, shift), dim3(edm::threads), stream}, plain_stores,
                v.distances, edm::points_of(p, v), n, shift);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/branch_free_root",
    .technique = {"hints"},
    .step = rungs::Step::back,
    .idea = "stores not marked as streaming, five rows per block",
    .launch = launch,
}};

}  // namespace
