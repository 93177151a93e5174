// Used from gpu/k4_no_division on: the order of gpu/k3_shared, without a division per element.
#pragma once

#include <rungs/device.hpp>

#include "cases/edm/gpu/tile.hpp"

namespace edm::inline RUNGS_BACKEND {

/// A thread's place in a tile, and the number of threads per block as rows and columns of that tile.
struct Place {
  unsigned row;
  unsigned column;
  unsigned row_step;
  unsigned column_step;
};

/// Where the thread begins. If a row is at least as long as the block (the document's only case), a step
/// crosses at most one row end, and this needs no division; otherwise it needs two per batch, not per
/// element.
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
