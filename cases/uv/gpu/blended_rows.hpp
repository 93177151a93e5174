// Writes the target from the blended cell with 16-byte stores: one block per piece of a row, one vector per
// thread.
#pragma once

#include <cstddef>
#include <rungs/device.hpp>

#include "cases/divisor.hpp"
#include "cases/row_vectors.hpp"
#include "cases/uv/case.hpp"
#include "cases/uv/cell.hpp"

namespace uv::inline RUNGS_BACKEND {

constexpr unsigned row_threads = 256;

/// Pixels from one row of the blended cell to the next: the row's vectors and one more, since a vector that
/// begins in the last one ends beyond it.
inline unsigned pitch_of(const Cell& cell) { return ((cell.period + 3) / 4 + 1) * 4; }

/// The cell that rows are written from.
inline Cell row_cell(const Problem& p) { return widened(cell_of(p.vectors())); }

/// Workspace for the blended cell.
inline std::size_t cell_bytes(const Problem& p) {
  const Cell cell = row_cell(p);
  return std::size_t{cell.rows} * pitch_of(cell) * sizeof(float);
}

/// The divisors that a block needs to find its row and its place in the cell.
struct Cut {
  division::Divisor period, rows, pieces;
  unsigned shift;
};

/// For a problem's target and its lattice's cell.
inline Cut cut_of(const Problem& p) {
  const Cell cell = row_cell(p);
  const unsigned pieces = (row_vectors::most(p.width) + row_threads - 1) / row_threads;
  return {division::by(cell.period), division::by(cell.rows), division::by(pieces), cell.shift};
}

/// Blocks for the whole target; throws rungs::Unsupported if they do not fit in a grid.
inline dim3 row_blocks(const Problem& p, const Cut& cut) {
  return rungs::linear_grid(std::size_t{cut.pieces.value} * p.height);
}

/// Where a thread's four pixels go and where in the cell they are.
struct Place {
  unsigned y;
  int x;  ///< on a 16-byte boundary of the target, so perhaps up to three pixels left of the row
  unsigned cell_y, cell_x;
};

/// a * b modulo the divisor, for a and b that are at most that; `Product` holds their product.
template <class Product>
__device__ unsigned product_remainder(unsigned a, unsigned b, const division::Divisor& d) {
  if constexpr (sizeof(Product) == sizeof(unsigned)) return division::remainder(a * b, d);
  return static_cast<unsigned>(Product{a} * b % d.value);
}

/// For the calling thread.
template <class Product>
__device__ Place place_of(const Cut& cut, unsigned width) {
  const unsigned period = cut.period.value;
  const unsigned y = division::quotient(blockIdx.x, cut.pieces);
  const unsigned piece = blockIdx.x - y * cut.pieces.value;
  const unsigned column = 4 * (piece * row_threads + threadIdx.x);
  const unsigned points = division::quotient(y, cut.rows);
  // The row's first pixel is the cell's pixel -points * shift, modulo the period.
  const unsigned start =
      product_remainder<Product>(division::remainder(points, cut.period), period - cut.shift, cut.period);
  const int off = row_vectors::first_column(y, width);
  const int from = static_cast<int>(division::remainder(start + column, cut.period)) + off;
  return {y, static_cast<int>(column) + off, y - points * cut.rows.value,
          static_cast<unsigned>(from < 0 ? from + static_cast<int>(period) : from)};
}

/// Four pixels from anywhere in a 16-byte aligned row: loads the two aligned vectors that hold them, and
/// selects the four.
inline __device__ float4 four_pixels(const float* row, unsigned from) {
  const auto* const vectors = reinterpret_cast<const float4*>(row) + from / 4;
  const float4 a = vectors[0];
  const float4 b = vectors[1];
  const bool two = (from & 2U) != 0;
  const bool one = (from & 1U) != 0;
  const float p0 = two ? a.z : a.x;
  const float p1 = two ? a.w : a.y;
  const float p2 = two ? b.x : a.z;
  const float p3 = two ? b.y : a.w;
  const float p4 = two ? b.z : b.x;
  return make_float4(one ? p1 : p0, one ? p2 : p1, one ? p3 : p2, one ? p4 : p3);
}

/// Stores the four pixels of a place, from a cell whose rows are `pitch_of` pixels apart.
inline __device__ void write_vector(float* target, unsigned width, const float* cell, unsigned pitch,
                                    const Place& place) {
  if (place.x >= static_cast<int>(width)) return;
  row_vectors::store(target + rungs::at(0, place.y, width), place.x, width,
                     four_pixels(cell + place.cell_y * pitch, place.cell_x));
}

}  // namespace uv::inline RUNGS_BACKEND
