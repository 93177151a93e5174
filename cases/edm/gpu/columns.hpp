// Used from gpu/column_registers on: columns in registers, row after row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/edm/gpu/aligned_rows.hpp"
#include "cases/edm/gpu/distance.hpp"

namespace edm::inline RUNGS_BACKEND {

/// The distance as in gpu/k1_naive and the steps after it.
struct CompilersRoot {
  __device__ float operator()(float2 a, float2 b) const { return distance(a, b); }
};

/// A store of four distances that marks its line to leave the L2 before others.
struct StreamingStore {
  __device__ void operator()(float4* to, float4 distances) const { __stcs(to, distances); }
};

/// `count` points, two per load where the address is a multiple of 16 bytes, as it is for every other point.
template <unsigned count>
__device__ void load_points(const float2* from, float2 (&points)[count]) {
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

/// Four columns from `column` on, which is 16-byte aligned in each of the rows.
template <class Distance, class Store>
__device__ void put_columns(float* distances, Points points, unsigned n, const AlikeRows& rows,
                            unsigned column, const Distance& distance_of, const Store& store) {
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

/// One column.
template <class Distance>
__device__ void put_column(float* distances, Points points, unsigned n, const AlikeRows& rows,
                           unsigned column, const Distance& distance_of) {
  const float2 point = points.columns[column];
  for (unsigned i = 0; i < rows.count; ++i) {
    const unsigned row = rows.first + i * rows.step;
    distances[rungs::at(column, row, n)] = distance_of(__ldg(points.rows + row), point);
  }
}

/// A thread's part of a block's rows: item number `item` is four columns, or one column after the last
/// vector.
template <class Distance, class Store = StreamingStore>
__device__ void put_item(float* distances, Points points, unsigned n, const AlikeRows& rows, unsigned item,
                         const Distance& distance_of, const Store& store = {}) {
  constexpr unsigned wide = 4;
  const Split split = split_of<wide>(rows.first, n);
  if (item < split.vectors) {
    put_columns(distances, points, n, rows, split.head + item * wide, distance_of, store);
  } else if (item - split.vectors < split.singles) {
    const unsigned column = single_column<wide>(split, item - split.vectors);
    put_column(distances, points, n, rows, column, distance_of);
  }
}

/// The grid for one item per thread and `rows` rows per block.
inline dim3 column_blocks(unsigned n, unsigned rows, unsigned shift) {
  const unsigned items = items_for<4>(n);
  return dim3((items + threads - 1) / threads, groups_for(n, rows, shift));
}

}  // namespace edm::inline RUNGS_BACKEND
