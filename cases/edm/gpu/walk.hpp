// From gpu/k4_no_division on: the order of gpu/k3_shared, without a division an element.
#pragma once

#include "cases/edm/gpu/tile.hpp"
#include "harness/device.hpp"

namespace edm {

/// A thread's place in a tile, and what the block's number of threads is in rows and columns of that tile.
struct Place {
  unsigned row;
  unsigned column;
  unsigned row_step;
  unsigned column_step;
};

/// Where the thread begins. Where a row is at least as long as the block (the
/// document's only case), a step crosses at most one row's end, and this takes
/// no division either; else it takes two a batch, not an element.
static inline __device__ Place first_place(unsigned columns) {
  if (columns >= threads) return {0, threadIdx.x, 0, threads};
  return {threadIdx.x / columns, threadIdx.x % columns, threads / columns, threads % columns};
}

/// `threads` elements on: before the comparison the column is less than two rows' lengths, so that one
/// subtraction brings it back.
static inline __device__ void advance(Place& place, unsigned columns) {
  place.row += place.row_step;
  place.column += place.column_step;
  if (place.column >= columns) {
    place.column -= columns;
    ++place.row;
  }
}

/// All of a tile, neighbouring threads at neighbouring columns.
static inline __device__ void fill(const Tile& tile) {
  for (Place at = first_place(tile.columns); at.row < tile.rows; advance(at, tile.columns)) {
    put(tile, at.row, at.column);
  }
}

}  // namespace edm
