// Used from gpu/k3_shared on: the part of the matrix where a block's rows meet one batch of points.
#pragma once

#include <cuda_pipeline.h>

#include <cstddef>
#include <rungs/device.hpp>

#include "cases/edm/gpu/distance.hpp"

namespace edm::inline RUNGS_BACKEND {

/// `rows` x `columns` distances; the points are in shared memory, the first distance goes to `corner`.
struct Tile {
  const float2* row_points;
  const float2* column_points;
  unsigned rows;
  unsigned columns;
  float* corner;
  std::size_t pitch;  ///< from one row of the matrix to the next, in elements
};

/// Computes and stores one distance of the tile.
inline __device__ void put(const Tile& tile, unsigned row, unsigned column) {
  tile.corner[row * tile.pitch + column] = distance(tile.row_points[row], tile.column_points[column]);
}

/// Starts the copy of `count` points to shared memory, split over the block's threads.
inline __device__ void copy_async(float2* staged, const float2* points, unsigned count) {
  for (unsigned i = threadIdx.x; i < count; i += threads) {
    __pipeline_memcpy_async(&staged[i], &points[i], sizeof(float2));
  }
}

/// Calls `compute(tile)` for each batch of points in turn, staged in the block's dynamic shared memory
/// (`batch` points), and the block's rows, `most` at most. Between a batch's arrival and the start of the
/// next one all threads synchronise.
template <class Compute>
inline __device__ void for_batches(float* distances, const float2* points, unsigned n, unsigned batch,
                                   unsigned most, const Compute& compute) {
  float2* const column_points = rungs::dynamic_shared<float2>();
  __shared__ float2 row_points[most_rows];
  const unsigned first_row = blockIdx.x * most;
  const unsigned rows = min(most, n - first_row);
  if (threadIdx.x < rows) row_points[threadIdx.x] = points[first_row + threadIdx.x];

  for (unsigned first = 0; first < n; first += batch) {
    const unsigned columns = min(batch, n - first);
    copy_async(column_points, points + first, columns);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();  // all threads' copies and the row points have arrived
    compute(Tile{row_points, column_points, rows, columns, distances + rungs::at(first, first_row, n), n});
    __syncthreads();  // no thread reads this batch any more
  }
}

}  // namespace edm::inline RUNGS_BACKEND
