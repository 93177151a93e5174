// The points, and the parts of the matrix that blocks and threads take. From gpu/column_registers on a thread keeps
// columns and stores 16 bytes of a row at a time. A row of n elements is 16-byte aligned only if its number times n is
// a multiple of the number of elements in 16 bytes. But every few rows the alignment is the same. If a block takes rows
// with the same alignment, its threads hold the same columns for every row.
#pragma once

#include <rungs/device.hpp>
#include "cases/edm/case.hpp"

namespace edm::inline RUNGS_BACKEND {

/// Threads per block: the document's.
inline constexpr unsigned threads = 256;
/// The most rows of the matrix per block in gpu/k2 to gpu/k6, and the document's: as many as threads.
inline constexpr unsigned most_rows = threads;

/// The points that give the rows and those that give the columns, each loaded as 8 bytes: the same with sets=one.
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

/// The distance of two points. The root of x, a sum of squares, is taken by the arithmetic of sqrtf's fast path. With y
/// near 1 / sqrt(x), s = x * y is the root except for a few units in the last place. Its error is (x - s * s) * y / 2,
/// and x - s * s is exact in a fused multiply-add. With y up to three units off, over every mantissa of x, a few in a
/// million results are not the nearest float, and none is off by more than one rounding, 2^-24 of the root. The root of
/// 0 is exactly 0, since y stays finite. Not for x between 0 and 2^-126, nor for infinity: the case has neither.
inline __device__ float branch_free_distance(float2 a, float2 b) {
  const float dx = a.x - b.x;
  const float dy = a.y - b.y;
  const float x = dx * dx + dy * dy;
  const float y = rsqrtf(fmaxf(x, 0x1p-126F));
  const float s = __fmul_rn(x, y);
  return __fmaf_rn(__fmaf_rn(-s, s, x), __fmul_rn(0.5F, y), s);
}

/// The rows `first`, `first` + `step`, ... of one block; `count` of them.
struct AlikeRows {
  unsigned first;
  unsigned step;
  unsigned count;
};

/// Rows with the same alignment are 2^shift apart; `wide` is the number of elements in 16 bytes. The distance
/// is 2^0 if n is a multiple of `wide`.
template <unsigned wide> constexpr unsigned alike_shift(unsigned n) {
  unsigned shift = 0;
  for (unsigned step = 1; n % wide * step % wide != 0; step *= 2) ++shift;
  return shift;
}

/// Groups of up to `rows` rows with the same alignment.
inline unsigned groups_for(unsigned n, unsigned rows, unsigned shift) {
  const unsigned together = rows << shift;
  return (n + together - 1) / together << shift;
}

/// The rows of a group. Consecutive groups interleave, so that blocks that run together write rows that are
/// close together. There may be none at the matrix's end.
inline __device__ AlikeRows alike_rows(unsigned group, unsigned n, unsigned rows, unsigned shift) {
  const unsigned step = 1U << shift;
  const unsigned first = (group >> shift) * (rows << shift) + (group & (step - 1));
  const unsigned there = first < n ? (n - first + step - 1) >> shift : 0;
  return {first, step, min(rows, there)};
}

/// How a row is split: `head` single elements, then `vectors` times 16 bytes, then single elements again.
struct Split {
  unsigned head;
  unsigned vectors;
  unsigned singles;  ///< at both ends, in total
};

/// The largest possible number of vectors and single elements in a row.
template <unsigned wide> constexpr unsigned items_for(unsigned n) {
  return n / wide + (n % wide == 0 ? 0 : 2 * (wide - 1));
}

template <unsigned wide> __device__ Split split_of(unsigned row, unsigned n) {
  const unsigned head = min((0U - row * n) % wide, n);  // the product may wrap: 2^32 is a multiple of `wide`
  const unsigned vectors = (n - head) / wide;
  return {head, vectors, n - vectors * wide};
}

/// The column of the row's single element number `single`.
template <unsigned wide> __device__ unsigned single_column(const Split& split, unsigned single) {
  return single < split.head ? single : split.vectors * wide + single;
}

/// `count` points, two per load where the address is a multiple of 16 bytes, as it is for every other point.
template <unsigned count> __device__ void load_points(const float2* from, float2 (&points)[count]) {
  static_assert(count % 2 == 0);
  if (reinterpret_cast<std::uintptr_t>(from) % sizeof(float4) == 0) {
#pragma unroll
    for (unsigned i = 0; i < count; i += 2) {
      const float4 two = __ldg(reinterpret_cast<const float4*>(from + i));
      points[i] = make_float2(two.x, two.y);
      points[i + 1] = make_float2(two.z, two.w);
    }
  } else {
#pragma unroll
    for (unsigned i = 0; i < count; ++i) points[i] = __ldg(from + i);
  }
}

/// One column of a block's rows, for those that are no part of a vector.
template <class Distance>
__device__ __forceinline__ void put_column(float* distances, Points points, unsigned n, const AlikeRows& rows,
                                           unsigned column, Distance distance_of) {
  const float2 point = points.columns[column];
  for (unsigned i = 0; i < rows.count; ++i) {
    const unsigned row = rows.first + i * rows.step;
    distances[rungs::at(column, row, n)] = distance_of(__ldg(points.rows + row), point);
  }
}

/// Four columns from `column` on, which is 16-byte aligned in each of the rows.
template <class Distance, class Store>
__device__ __forceinline__ void put_columns(float* distances, Points points, unsigned n, const AlikeRows& rows,
                                            unsigned column, Distance distance_of, Store store) {
  float2 held[4];
  load_points(points.columns + column, held);
  float* to = distances + rungs::at(column, rows.first, n);
  const float2* from = points.rows + rows.first;
#pragma unroll 4
  for (unsigned i = 0; i < rows.count; ++i) {
    const float2 row = __ldg(from);
    store(reinterpret_cast<float4*>(to), make_float4(distance_of(row, held[0]), distance_of(row, held[1]),
                                                     distance_of(row, held[2]), distance_of(row, held[3])));
    from += rows.step;
    to += std::size_t{rows.step} * n;
  }
}

/// A thread's item in `rows_per_block` rows: four columns, written by `store(to, four)`, or a single one.
template <unsigned rows_per_block, class Distance, class Store>
__device__ __forceinline__ void put_item(float* distances, Points points, unsigned n, unsigned shift,
                                         Distance distance_of, Store store) {
  constexpr unsigned wide = 4;
  const AlikeRows rows = alike_rows(blockIdx.y, n, rows_per_block, shift);
  const unsigned item = blockIdx.x * threads + threadIdx.x;
  const Split split = split_of<wide>(rows.first, n);
  if (item < split.vectors) {
    put_columns(distances, points, n, rows, split.head + item * wide, distance_of, store);
  } else if (item - split.vectors < split.singles) {
    put_column(distances, points, n, rows, single_column<wide>(split, item - split.vectors), distance_of);
  }
}

/// The grid for one item per thread and `rows` rows per block.
inline dim3 column_blocks(unsigned n, unsigned rows, unsigned shift) {
  const unsigned items = items_for<4>(n);
  return dim3((items + threads - 1) / threads, groups_for(n, rows, shift));
}

/// Launches `kernel(distances, points, n, shift)` with one item per thread.
template <auto kernel, unsigned rows_per_block>
void launch_items(const Problem& p, const Views& v, rungs::Stream stream) {
  const unsigned n = p.count();
  const unsigned shift = alike_shift<4>(n);
  rungs::launch({column_blocks(n, rows_per_block, shift), dim3(threads), stream}, kernel, v.distances, points_of(p, v),
                n, shift);
}

}  // namespace edm::inline RUNGS_BACKEND
