// The points as the article has them, and its walk over the distances of a block's rows and a batch of points.
#pragma once

#include "cases/edm/gpu/rows.hpp"

namespace edm::inline RUNGS_BACKEND {

/// A point: two floats, aligned like one, so that global memory is read in two loads of 4 bytes.
struct Location {
  float x;
  float y;
};

inline const Location* row_locations(const Views& v) { return reinterpret_cast<const Location*>(v.points); }

inline const Location* column_locations(const Problem& p, const Views& v) {
  return reinterpret_cast<const Location*>(p.sets == Sets::one ? v.points : v.columns);
}

/// A batch in shared memory and what its distances are of. All in points, as the article counts.
struct Batch {
  std::size_t stage;         ///< where the batch begins in `locations`
  std::size_t count;         ///< its points
  std::size_t first_column;  ///< the number of its first point
  std::size_t own;           ///< where the block's own points begin in `locations`
};

/// Computes the distances of the block's `rows` own points, the first of which is `first_row`, from those of
/// a batch, without a division: a thread's place runs through the batch, and each time that it passes the end
/// it is in the next row. A batch must have as many points as the block has threads, or more. Three
/// multiplications of 64 bits per distance, as in the article.
__device__ __forceinline__ void put_batch(float* distances, const Location* locations, const Batch& batch,
                                          std::size_t first_row, unsigned rows, std::size_t n) {
  const std::size_t end = batch.stage + batch.count * rows;
  std::size_t row_of_block = 0;
  for (std::size_t at = batch.stage + threadIdx.x, column = batch.first_column + threadIdx.x; at < end;
       at += blockDim.x, column += blockDim.x) {
    if (at >= batch.stage + (row_of_block + 1) * batch.count) ++row_of_block;
    const std::size_t row = first_row + row_of_block;
    if (row >= n) continue;
    const std::size_t before = row_of_block * batch.count;
    const Location& own = locations[batch.own + row_of_block];
    const Location& other = locations[at - before];
    const float dx = own.x - other.x;
    const float dy = own.y - other.y;
    distances[row * n + (column - before)] = sqrtf(dy * dy + dx * dx);
  }
}

/// Throws rungs::Unsupported where the article's step of gpu/k4_no_division could miss a row.
inline void require_full_blocks(const Problem& p, unsigned least_batch) {
  if (p.count() < threads || p.batch < least_batch) {
    throw rungs::Unsupported("needs n >= " + std::to_string(threads) +
                             " points and batch >= " + std::to_string(least_batch));
  }
}

}  // namespace edm::inline RUNGS_BACKEND
