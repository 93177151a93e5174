// From gpu/column_registers on: columns in registers, row after row.
#pragma once

#include <cstddef>

#include "cases/edm/gpu/aligned_rows.hpp"
#include "cases/edm/gpu/distance.hpp"
#include "harness/device.hpp"

namespace edm {

/// The distance of gpu/k1_naive and all that follow.
struct CompilersRoot {
  __device__ float operator()(float2 a, float2 b) const { return distance(a, b); }
};

/// Four columns from `column` on, which is aligned to 16 bytes in each of the rows.
template <class Distance>
static __device__ void put_columns(float* distances, const float2* points, unsigned n, const AlikeRows& rows,
                                   unsigned column, const Distance& distance_of) {
  const float2 a = points[column];
  const float2 b = points[column + 1];
  const float2 c = points[column + 2];
  const float2 d = points[column + 3];
  float* to = distances + rungs::at(column, rows.first, n);
  const float2* from = points + rows.first;
#pragma unroll 4
  for (unsigned i = 0; i < rows.count; ++i) {
    const float2 row = __ldg(from);
    __stcs(reinterpret_cast<float4*>(to),
           make_float4(distance_of(row, a), distance_of(row, b), distance_of(row, c), distance_of(row, d)));
    from += rows.step;
    to += std::size_t{rows.step} * n;
  }
}

/// One column.
template <class Distance>
static __device__ void put_column(float* distances, const float2* points, unsigned n, const AlikeRows& rows,
                                  unsigned column, const Distance& distance_of) {
  const float2 point = points[column];
  for (unsigned i = 0; i < rows.count; ++i) {
    const unsigned row = rows.first + i * rows.step;
    distances[rungs::at(column, row, n)] = distance_of(__ldg(points + row), point);
  }
}

/// A thread's part of a block's rows: item number `item` is four columns, or behind those one.
template <class Distance>
static __device__ void put_item(float* distances, const float2* points, unsigned n, const AlikeRows& rows,
                                unsigned item, const Distance& distance_of) {
  constexpr unsigned wide = 4;
  const Split split = split_of<wide>(rows.first, n);
  if (item < split.vectors) {
    put_columns(distances, points, n, rows, split.head + item * wide, distance_of);
  } else if (item - split.vectors < split.singles) {
    const unsigned column = single_column<wide>(split, item - split.vectors);
    put_column(distances, points, n, rows, column, distance_of);
  }
}

/// The grid for one item a thread, `rows` rows a block.
static inline dim3 column_blocks(unsigned n, unsigned rows, unsigned shift) {
  const unsigned items = items_for<4>(n);
  return dim3((items + threads - 1) / threads, groups_for(n, rows, shift));
}

}  // namespace edm
