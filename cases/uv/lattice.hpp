// The lattices, and which repetitions matter for a pixel or for a whole target. Host code; kernels get what
// they need as arguments.
#pragma once

#include <algorithm>
#include <cstdint>

namespace uv {

/// Which lattice; its vectors are lattice_of().
enum class LatticeName { square, oblique, dense, sparse };

/// The vectors u and v, in pixels: repetition (i, j) starts at i*u + j*v. All lattices here have ux > 0, uy
/// >= 0, vx <= 0 and vy > 0, and the functions below rely on it.
struct Lattice {
  int ux, uy;
  int vx, vy;

  /// Target pixels per repetition.
  [[nodiscard]] constexpr int determinant() const { return ux * vy - uy * vx; }
};

constexpr Lattice lattice_of(LatticeName name) {
  switch (name) {
    case LatticeName::square:
      return {100, 0, 0, 100};
    case LatticeName::oblique:
      return {97, 13, -11, 103};
    case LatticeName::dense:
      return {37, 5, -6, 41};
    case LatticeName::sparse:
      break;
  }
  return {150, 20, -15, 160};
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
  return {static_cast<int>(ceil_div(-reach * (l.vy - l.vx), det)), 0,
          static_cast<int>(ceil_div(-reach * l.ux, det)),
          static_cast<int>(floor_div(det - 1 + reach * l.uy, det))};
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

}  // namespace uv
