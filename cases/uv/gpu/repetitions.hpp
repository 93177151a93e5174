// Shared by the variants that loop over the repetitions: which ones exist, and, for those with one thread per
// repetition, the loop over its pixels. They differ in how a pixel is stored.
#pragma once

#include <cstddef>
#include <rungs/device.hpp>

#include "cases/uv/case.hpp"

namespace uv::inline RUNGS_BACKEND {

/// Everything that a thread needs. Every number fits in 32 bits for every supported target.
struct Repetitions {
  Lattice lattice;
  Rows rows;
  int side;
  int width, height;
};

/// For `p`; passed to kernels by value.
inline Repetitions repetitions(const Problem& p) {
  const Lattice l = p.vectors();
  return {l, rows_that_touch(l, p.repeater, p.width, p.height), static_cast<int>(p.repeater),
          static_cast<int>(p.width), static_cast<int>(p.height)};
}

/// One thread per repetition and one warp per block: there are only about ten thousand repetitions, and
/// larger blocks would leave most SMs without work.
inline rungs::Grid repetition_grid(const Repetitions& r, rungs::Stream stream) {
  constexpr unsigned threads = 32;
  const std::size_t places = std::size_t{r.rows.count} * r.rows.columns;
  return {rungs::linear_grid((places + threads - 1) / threads), dim3(threads), stream};
}

inline __device__ int ceil_div_by_positive(int a, int b) { return a / b + (a % b > 0 ? 1 : 0); }

/// The upper left corner of repetition `place`, in the target's pixels; false if it does not touch the
/// target, since rows differ in length.
inline __device__ bool find_repetition(const Repetitions& r, std::size_t place, int& left, int& top) {
  if (place >= std::size_t{r.rows.count} * r.rows.columns) return false;
  const int j = r.rows.first + static_cast<int>(place / r.rows.columns);
  // The row's first repetition is neither left of the target nor above it.
  const Lattice& l = r.lattice;
  int i = ceil_div_by_positive(1 - r.side - j * l.vx, l.ux);
  if (l.uy != 0) i = max(i, ceil_div_by_positive(1 - r.side - j * l.vy, l.uy));
  const int first_left = i * l.ux + j * l.vx;
  const int first_top = i * l.uy + j * l.vy;
  const int column = static_cast<int>(place % r.rows.columns);
  // In this order of comparisons, no product exceeds 32 bits.
  if (first_left >= r.width || first_top >= r.height) return false;
  if (column > (r.width - 1 - first_left) / l.ux) return false;
  if (l.uy != 0 && column > (r.height - 1 - first_top) / l.uy) return false;
  left = first_left + column * l.ux;
  top = first_top + column * l.uy;
  return true;
}

/// Calls store(pixel, value) for each target pixel that the thread's repetition covers, row by row. Skips
/// transparent pixels; the loop bounds exclude everything outside the target.
template <class Store>
__device__ void for_covered_pixels(const Repetitions& r, const float* repeater, float* target, Store store) {
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

}  // namespace uv::inline RUNGS_BACKEND
