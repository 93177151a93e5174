// The matrix in half precision: a different result, with half the bytes and its own error bound.
// The arithmetic stays in float. A distance is rounded to a half when it is stored, so its error is half a
// unit in the last of its 11 bits; it is infinite from 65520 on, and exactly 0 where points coincide.
// Compared with that error the root's last bits do not matter, so gpu/branch_free_root's correction step
// goes. Each thread keeps eight columns, since eight halves are 16 bytes. Memory takes a distance in half the
// time, so each remaining instruction counts twice as much as in the float variants.
#include <cuda_fp16.h>
#include <cstring>
#include "cases/edm/gpu/rows.hpp"

namespace {

constexpr unsigned wide = 8;
constexpr unsigned rows_per_block = 8;

/// A distance within a few units in the last place of a float; exactly 0 for points that coincide. The case
/// has no square between 0 and 2^-126.
__device__ float rough_distance(float2 a, float2 b) {
  const float dx = a.x - b.x;
  const float dy = a.y - b.y;
  const float x = dx * dx + dy * dy;
  return x * rsqrtf(fmaxf(x, 0x1p-126F));
}

__device__ unsigned two_distances(float2 row, float2 first, float2 second) {
  const __half2 pair = __floats2half2_rn(rough_distance(row, first), rough_distance(row, second));
  unsigned word = 0;
  memcpy(&word, &pair, sizeof word);
  return word;
}

/// Eight columns from `column` on, which is 16-byte aligned in each of the rows.
__device__ void put_columns(std::uint16_t* distances, edm::Points points, unsigned n, const edm::AlikeRows& rows,
                            unsigned column) {
  float2 held[wide];
  edm::load_points(points.columns + column, held);
  std::uint16_t* to = distances + rungs::at(column, rows.first, n);
  const float2* from = points.rows + rows.first;
#pragma unroll 2
  for (unsigned i = 0; i < rows.count; ++i) {
    const float2 row = __ldg(from);
    __stcs(reinterpret_cast<uint4*>(to),
           make_uint4(two_distances(row, held[0], held[1]), two_distances(row, held[2], held[3]),
                      two_distances(row, held[4], held[5]), two_distances(row, held[6], held[7])));
    from += rows.step;
    to += std::size_t{rows.step} * n;
  }
}

/// One column.
__device__ void put_column(std::uint16_t* distances, edm::Points points, unsigned n, const edm::AlikeRows& rows,
                           unsigned column) {
  const float2 point = points.columns[column];
  for (unsigned i = 0; i < rows.count; ++i) {
    const unsigned row = rows.first + i * rows.step;
    const float distance = rough_distance(__ldg(points.rows + row), point);
    distances[rungs::at(column, row, n)] = __half_as_ushort(__float2half_rn(distance));
  }
}

__global__ void half_precision(std::uint16_t* distances, edm::Points points, unsigned n, unsigned shift) {
  const edm::AlikeRows rows = edm::alike_rows(blockIdx.y, n, rows_per_block, shift);
  const edm::Split split = edm::split_of<wide>(rows.first, n);
  const unsigned item = blockIdx.x * edm::threads + threadIdx.x;
  if (item < split.vectors) {
    put_columns(distances, points, n, rows, split.head + item * wide);
  } else if (item - split.vectors < split.singles) {
    put_column(distances, points, n, rows, edm::single_column<wide>(split, item - split.vectors));
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  const unsigned n = p.count();
  const unsigned shift = edm::alike_shift<wide>(n);
  const unsigned items = edm::items_for<wide>(n);
  const dim3 blocks((items + edm::threads - 1) / edm::threads, edm::groups_for(n, rows_per_block, shift));
  rungs::launch({blocks, dim3(edm::threads), stream}, half_precision, v.half_distances, edm::points_of(p, v), n, shift);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/branch_free_root",
    .step = rungs::Step::question,
    .idea = "distances as halves: half the bytes, relative error 2^-11",
    .result = edm::Result::halves,
    .launch = launch,
}};

}  // namespace
