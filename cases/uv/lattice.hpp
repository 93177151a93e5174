// A lattice, its short vectors, which repetitions matter for a pixel or for a whole target, and the cell of
// pixels that repeats. Host code; kernels get what they need as arguments.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace uv {

/// The vectors u and v, in pixels: repetition (i, j) starts at i*u + j*v.
struct Lattice {
  int ux, uy;
  int vx, vy;

  /// Target pixels per repetition, negative if v is on the other side of u; 0 if the vectors are parallel or
  /// zero. Fits for components of up to 2^14.
  [[nodiscard]] constexpr int determinant() const { return ux * vy - uy * vx; }
  constexpr bool operator==(const Lattice&) const = default;
};

/// Those that have a name.
inline constexpr Lattice square{100, 0, 0, 100};
inline constexpr Lattice oblique{97, 13, -11, 103};
inline constexpr Lattice dense{37, 5, -6, 41};
inline constexpr Lattice sparse{150, 20, -15, 160};

/// Two short vectors that span the same lattice, with ux > 0, uy >= 0, vx <= 0 and vy > 0; `given` must not
/// be parallel. The points are the same, so the target is too; only i and j change. The functions below rely
/// on the signs. And on the length: no i*u or j*v of a point p is longer than 2.4 |p|, so they fit in 32
/// bits.
///
/// Lagrange's reduction gives the shortest vectors a and b, |a| <= |b|, at 60 to 120 degrees. With the sign
/// of b that makes the angle obtuse, a, b and c = -a - b are at 90 degrees or more from each other. So of the
/// three lines through them, no two neighbours are more than 90 degrees apart, and each quadrant that a
/// vector or its negative can be in, ours for u and ours for v, holds one. Any two of a, b and c span the
/// lattice.
constexpr Lattice basis_of(const Lattice& given) {
  struct Vector {
    std::int64_t x, y;
    [[nodiscard]] constexpr std::int64_t dot(const Vector& other) const { return x * other.x + y * other.y; }
  };
  Vector a{given.ux, given.uy};
  Vector b{given.vx, given.vy};
  if (a.dot(a) > b.dot(b)) std::swap(a, b);
  for (;;) {
    const std::int64_t twice = 2 * a.dot(b);
    const std::int64_t times = (twice + (twice < 0 ? -a.dot(a) : a.dot(a))) / (2 * a.dot(a));  // to the nearest
    b = {b.x - times * a.x, b.y - times * a.y};
    if (b.dot(b) >= a.dot(a)) break;
    std::swap(a, b);
  }
  if (a.dot(b) > 0) b = {-b.x, -b.y};
  Vector u{};
  Vector v{};
  for (Vector w : std::array{Vector{-a.x - b.x, -a.y - b.y}, b, a}) {  // the shortest one is the last to stay
    if (w.y < 0 || (w.y == 0 && w.x < 0)) w = {-w.x, -w.y};
    (w.x > 0 ? u : v) = w;
  }
  return {static_cast<int>(u.x), static_cast<int>(u.y), static_cast<int>(v.x), static_cast<int>(v.y)};
}

/// a / b for b > 0, rounded down or up.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return -floor_div(-a, b); }

/// For a pixel in cell (i, j), rounded down: the repetitions that may cover the pixel are i + first_i .. i +
/// last_i, j + first_j .. j + last_j, all inclusive.
struct Neighbours {
  int first_i, last_i;
  int first_j, last_j;
};

/// A pixel (x, y) is at i = (x*vy - y*vx) / det, j = (y*ux - x*uy) / det, and a repetition covers it if it
/// starts up to side - 1 pixels left of and above it. That offset, converted like a pixel, gives the ranges.
constexpr Neighbours neighbours(const Lattice& l, unsigned side) {
  const std::int64_t reach = std::int64_t{side} - 1;
  const std::int64_t det = l.determinant();
  return {static_cast<int>(ceil_div(-reach * (l.vy - l.vx), det)), 0, static_cast<int>(ceil_div(-reach * l.ux, det)),
          static_cast<int>(floor_div(det - 1 + reach * l.uy, det))};
}

/// Whether the numerators above fit in 32 bits for all pixels of a plane of that many.
constexpr bool fits_32_bits(const Lattice& l, unsigned width, unsigned height) {
  const std::int64_t longest = std::max(l.ux + l.uy, l.vy - l.vx);
  return longest * std::max(width, height) <= INT32_MAX;
}

/// The repetitions that touch a target, row by row: a row is one j, with all its i.
struct Rows {
  int first;         ///< the first row's j
  unsigned count;    ///< rows
  unsigned columns;  ///< no row has more repetitions than this
};

constexpr Rows rows_that_touch(const Lattice& l, unsigned side, unsigned width, unsigned height) {
  // They start between -reach and width - 1, and between -reach and height - 1.
  const std::int64_t reach = std::int64_t{side} - 1;
  const std::int64_t det = l.determinant();
  const std::int64_t first = ceil_div(-reach * l.ux - (width - std::int64_t{1}) * l.uy, det);
  const std::int64_t last = floor_div((height - std::int64_t{1}) * l.ux + reach * l.uy, det);
  std::int64_t columns = (width - 1 + reach) / l.ux + 1;
  if (l.uy != 0) columns = std::min(columns, (height - 1 + reach) / l.uy + 1);
  return {static_cast<int>(first), static_cast<unsigned>(last - first + 1), static_cast<unsigned>(columns)};
}

/// The repetitions whose i and j lie between the least and the largest at the corners of the target, widened
/// by the repeater: all that touch it, and many that do not.
struct Box {
  int first_i;
  int last_i;
  int first_j;
  int last_j;
};

constexpr Box box_of(const Lattice& l, unsigned side, unsigned width, unsigned height) {
  const std::int64_t reach = std::int64_t{side} - 1;
  const std::int64_t right = width - std::int64_t{1};
  const std::int64_t bottom = height - std::int64_t{1};
  const std::int64_t det = l.determinant();
  return {static_cast<int>(ceil_div(-reach * (l.vy - l.vx), det)),
          static_cast<int>(floor_div(right * l.vy - bottom * l.vx, det)),
          static_cast<int>(ceil_div(-reach * l.ux - right * l.uy, det)),
          static_cast<int>(floor_div(bottom * l.ux + reach * l.uy, det))};
}

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
  return {static_cast<unsigned>(period), static_cast<unsigned>(by < 0 ? -by : by), static_cast<unsigned>(shift)};
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
  return (std::size_t{width} - 1 + cell.period) / cell.period * ((std::size_t{height} - 1 + cell.rows) / cell.rows);
}

}  // namespace uv
