// gpu/column_registers with the root's arithmetic written out.
// sqrtf tests every argument and calls a function for those that its fast path cannot take, 0 among them.
// That is a branch per element, which keeps the compiler from interleaving four elements, and a call for each
// diagonal element and each pair of coincident points. Here one maximum keeps 0 out of the reciprocal root,
// and the same five operations follow: as exact, and as fast for points=coincident as for any others. It
// relies on what the case guarantees: no square between 0 and 2^-126.
#include <cstddef>
#include <rungs/device.hpp>

#include "cases/edm/gpu/rows.hpp"

namespace {

constexpr unsigned rows_per_block = 4;
constexpr unsigned wide = 4;  // columns per thread

/// The distance of two points. The root of x, a sum of squares, is taken by the arithmetic of sqrtf's fast
/// path. With y near 1 / sqrt(x), s = x * y is the root except for a few units in the last place. Its error
/// is (x - s * s) * y / 2, and x - s * s is exact in a fused multiply-add. With y up to three units off, over
/// every mantissa of x, a few in a million results are not the nearest float, and none is off by more than
/// one rounding, 2^-24 of the root. The root of 0 is exactly 0, since y stays finite. Not for x between 0 and
/// 2^-126, nor for infinity: the case has neither.
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
    __stcs(reinterpret_cast<float4*>(to), make_float4(distance(row, held[0]), distance(row, held[1]),
                                                      distance(row, held[2]), distance(row, held[3])));
    from += rows.step;
    to += std::size_t{rows.step} * n;
  }
}

__global__ void branch_free_root(float* distances, edm::Points points, unsigned n, unsigned shift) {
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
  rungs::launch({edm::column_blocks(n, rows_per_block, shift), dim3(edm::threads), stream}, branch_free_root,
                v.distances, edm::points_of(p, v), n, shift);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/column_registers",
    .technique = {"approx"},
    .idea = "sqrtf's arithmetic without its branch",
    .launch = launch,
}};

}  // namespace
