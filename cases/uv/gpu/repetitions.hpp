// What the variants that go through the repetitions share: which there are, and, for those with a thread a
// repetition, the walk over its pixels. They differ in how a pixel is stored.
#pragma once

#include <cstddef>

#include "cases/uv/case.hpp"
#include "harness/device.hpp"

namespace uv {

/// Everything that a thread must know. Fits in 32 bits a number on every legal target.
struct Repetitions {
  Lattice lattice;
  Rows rows;
  int side;
  int width, height;
};

/// For `p`; kernels get it by value.
inline Repetitions repetitions(const Problem& p) {
  const Lattice l = p.vectors();
  return {l, rows_that_touch(l, p.repeater, p.width, p.height), static_cast<int>(p.repeater),
          static_cast<int>(p.width), static_cast<int>(p.height)};
}

/// A thread a repetition, a warp a block: there are only some ten thousand repetitions, and in larger blocks
/// they would leave most SMs without work.
inline rungs::Grid repetition_grid(const Repetitions& r, rungs::Stream stream) {
  constexpr unsigned threads = 32;
  const std::size_t places = std::size_t{r.rows.count} * r.rows.columns;
  return {dim3(static_cast<unsigned>((places + threads - 1) / threads)), dim3(threads), stream};
}

// Static, since the CUDA and the simulator build of one source meet in one program.

static __device__ int ceil_div_by_positive(int a, int b) { return a / b + (a % b > 0 ? 1 : 0); }

/// The upper left corner of repetition `place` in the target's pixels; false where it does not touch the
/// target, as rows are not equally long.
static __device__ bool find_repetition(const Repetitions& r, std::size_t place, int& left, int& top) {
  if (place >= std::size_t{r.rows.count} * r.rows.columns) return false;
  const int j = r.rows.first + static_cast<int>(place / r.rows.columns);
  // The row's first repetition is neither left of the target nor above it.
  const Lattice& l = r.lattice;
  int i = ceil_div_by_positive(1 - r.side - j * l.vx, l.ux);
  if (l.uy != 0) i = max(i, ceil_div_by_positive(1 - r.side - j * l.vy, l.uy));
  const int first_left = i * l.ux + j * l.vx;
  const int first_top = i * l.uy + j * l.vy;
  const int column = static_cast<int>(place % r.rows.columns);
  // Compared in this order, no product can leave 32 bits.
  if (first_left >= r.width || first_top >= r.height) return false;
  if (column > (r.width - 1 - first_left) / l.ux) return false;
  if (l.uy != 0 && column > (r.height - 1 - first_top) / l.uy) return false;
  left = first_left + column * l.ux;
  top = first_top + column * l.uy;
  return true;
}

/// Calls store(pixel, value) for each target pixel that the thread's repetition covers, row by row.
/// Transparent pixels are left out; so is all that lies outside the target, by the loops' bounds.
template <class Store>
static __device__ void for_covered_pixels(const Repetitions& r, const float* repeater, float* target,
                                          Store store) {
  int left = 0;
  int top = 0;
  if (!find_repetition(r, std::size_t{blockIdx.x} * blockDim.x + threadIdx.x, left, top)) return;
  const int from_x = max(0, -left);
  const int to_x = min(r.side, r.width - left);
  const int to_y = min(r.side, r.height - top);
  for (int y = max(0, -top); y < to_y; ++y) {
    const float* const from = repeater + y * r.side;
    float* const to = target + rungs::at(0, static_cast<unsigned>(top + y), static_cast<unsigned>(r.width));
    for (int x = from_x; x < to_x; ++x) {
      const float value = from[x];
      if (value != 0) store(to + (left + x), value);
    }
  }
}

}  // namespace uv
