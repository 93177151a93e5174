// Used from gpu/k3_float2 on: the part of the matrix where a block's rows meet one batch of points; and from
// gpu/k4_lighter on, the order of gpu/k3_float2 without a division per element.
#pragma once

#include <cuda_pipeline.h>
#include "cases/edm/gpu/rows.hpp"

namespace edm::inline RUNGS_BACKEND {

/// `rows` x `columns` distances; the points are in shared memory, the first distance goes to `corner`.
template <class Staged> struct TileOf {
  Staged row_points;
  Staged column_points;
  unsigned rows;
  unsigned columns;
  float* corner;
  std::size_t pitch;  ///< from one row of the matrix to the next, in elements
};

/// How points lie in shared memory: x and y of each in turn.
struct Pairs {
  using Staged = float2*;

  static __device__ Staged in(float2* memory, unsigned) { return memory; }
  static __device__ void put(Staged staged, unsigned i, float2 point) { staged[i] = point; }
  static __device__ void copy_async(Staged staged, unsigned i, const float2* point) {
    __pipeline_memcpy_async(&staged[i], point, sizeof(float2));
  }
};

using Tile = TileOf<Pairs::Staged>;

/// Computes and stores one distance of the tile.
template <class Staged> inline __device__ void put(const TileOf<Staged>& tile, unsigned row, unsigned column) {
  tile.corner[row * tile.pitch + column] = distance(tile.row_points[row], tile.column_points[column]);
}

/// Calls `compute(tile)` for each batch of points in turn, staged in the block's dynamic shared memory
/// (`batch` points), and the block's rows, `most` at most. Between a batch's arrival and the start of the
/// next one all threads synchronise.
template <class Layout = Pairs, class Compute>
inline __device__ void for_batches(float* distances, Points points, unsigned n, unsigned batch, unsigned most,
                                   const Compute& compute) {
  using Staged = typename Layout::Staged;
  __shared__ float2 row_memory[most_rows];
  const Staged row_points = Layout::in(row_memory, most_rows);
  const Staged column_points = Layout::in(rungs::dynamic_shared<float2>(), batch);
  const unsigned first_row = blockIdx.x * most;
  const unsigned rows = min(most, n - first_row);
  if (threadIdx.x < rows) Layout::put(row_points, threadIdx.x, points.rows[first_row + threadIdx.x]);

  for (unsigned first = 0; first < n; first += batch) {
    const unsigned columns = min(batch, n - first);
    for (unsigned i = threadIdx.x; i < columns; i += threads) {
      Layout::copy_async(column_points, i, points.columns + first + i);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();  // all threads' copies and the row points have arrived
    compute(TileOf<Staged>{row_points, column_points, rows, columns, distances + rungs::at(first, first_row, n), n});
    __syncthreads();  // no thread reads this batch any more
  }
}

/// Runs `kernel(distances, points, n, batch, rows)` with the problem's batch and rows.
template <auto kernel> void launch_batches(const Problem& p, const Views& v, rungs::Stream stream) {
  rungs::launch({blocks_for(p.count(), p.rows), dim3(threads), stream, p.batch * sizeof(float2)}, kernel, v.distances,
                points_of(p, v), p.count(), p.batch, p.rows);
}

/// A thread's place in a tile, and the number of threads per block as rows and columns of that tile.
struct Place {
  unsigned row;
  unsigned column;
  unsigned row_step;
  unsigned column_step;
};

/// Where the thread begins. If a row is at least as long as the block (the document's only case), a step crosses at
/// most one row end, and this needs no division; otherwise it needs two per batch, not per element.
inline __device__ Place first_place(unsigned columns) {
  if (columns >= threads) return {0, threadIdx.x, 0, threads};
  return {threadIdx.x / columns, threadIdx.x % columns, threads / columns, threads % columns};
}

/// Advances by `threads` elements. Before the comparison the column is less than twice the row's length, so
/// one subtraction brings it back.
inline __device__ void advance(Place& place, unsigned columns) {
  place.row += place.row_step;
  place.column += place.column_step;
  if (place.column >= columns) {
    place.column -= columns;
    ++place.row;
  }
}

/// Computes a complete tile, with neighbouring threads at neighbouring columns.
inline __device__ void fill(const Tile& tile) {
  for (Place at = first_place(tile.columns); at.row < tile.rows; advance(at, tile.columns)) {
    put(tile, at.row, at.column);
  }
}

}  // namespace edm::inline RUNGS_BACKEND
