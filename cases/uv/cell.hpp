// The lattice as rows of points, and the cell of pixels that repeats on it. Host code; kernels get the
// result.
#pragma once

#include <cstddef>
#include <numeric>
#include <utility>

#include "cases/uv/lattice.hpp"

namespace uv {

/// The Hermite normal form of a lattice: (period, 0) and (shift, rows) span it too. So only every rows-th row
/// of the target holds points. Within a row they are a period apart, and from one such row to the next they
/// move `shift` to the right. The target repeats with the lattice: pixel (x, y) is the cell's pixel ((x - y /
/// rows * shift) mod period, y mod rows), of period x rows = det pixels. This requires that all repetitions
/// of the infinite lattice take part, also those that begin outside the target. Here they do.
struct Cell {
  unsigned period;
  unsigned rows;
  unsigned shift;  ///< less than the period

  [[nodiscard]] constexpr std::size_t area() const { return std::size_t{period} * rows; }
};

constexpr Cell cell_of(const Lattice& l) {
  // Euclid's algorithm on the y of the two vectors, which leaves one with y = 0. Each step can be undone, so
  // the lattice stays the same.
  int ax = l.ux;
  int ay = l.uy;
  int bx = l.vx;
  int by = l.vy;
  while (ay != 0) {
    const int times = by / ay;
    bx -= times * ax;
    by -= times * ay;
    std::swap(ax, bx);
    std::swap(ay, by);
  }
  const int period = ax < 0 ? -ax : ax;
  if (by < 0) bx = -bx;
  const int shift = bx % period < 0 ? bx % period + period : bx % period;
  return {static_cast<unsigned>(period), static_cast<unsigned>(by < 0 ? -by : by),
          static_cast<unsigned>(shift)};
}

/// Kernels divide a product of two numbers below a period. Up to this period it stays below 2^31, as
/// divisor.hpp asks for; beyond, there are kernels that divide 64-bit numbers.
constexpr bool narrow(const Cell& cell) { return cell.period <= 46340; }

/// The cell, side by side with itself until its period is at least four pixels: then a position up to three
/// pixels before a row wraps by one addition.
constexpr Cell widened(const Cell& cell) {
  const unsigned times = (3 + cell.period) / cell.period;
  return {cell.period * times, cell.rows, cell.shift};
}

/// The largest number of lattice points in a window of that many pixels, or a little more.
constexpr std::size_t most_points(const Cell& cell, unsigned width, unsigned height) {
  return (std::size_t{width} - 1 + cell.period) / cell.period *
         ((std::size_t{height} - 1 + cell.rows) / cell.rows);
}

}  // namespace uv
