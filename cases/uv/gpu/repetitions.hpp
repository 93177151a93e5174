// Shared by the variants that loop over the repetitions: the deck's plane of threads over (i, j), whose
// kernels differ in how a pixel is stored; and, for later variants, which repetitions touch the target.
#pragma once

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
  return {l, rows_that_touch(l, p.repeater, p.width, p.height), static_cast<int>(p.repeater), static_cast<int>(p.width),
          static_cast<int>(p.height)};
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

/// A plane of threads over the (i, j) between those of the target's corners, as in the deck.
struct Launch {
  Lattice lattice;
  int first_i, first_j;
  unsigned side;
  unsigned width, height;
};

/// The deck's sides, which are constants in its kernels.
inline constexpr unsigned deck_target = 10240, deck_repeater = 100;

/// Calls store(pixel, value) for each opaque pixel of the thread's repetition that is in the target. As in
/// the deck, it loads all pixels of the repeater and tests each, and what lies left of the target or above
/// it is a large unsigned number. Of the deck's sides if `constant`.
template <bool constant, class Store>
__device__ void for_pixels(const Launch& r, const float* repeater, float* target, Store store) {
  const unsigned side = constant ? deck_repeater : r.side;
  const unsigned width = constant ? deck_target : r.width, height = constant ? deck_target : r.height;
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) + r.first_i;
  const int j = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y) + r.first_j;
  const int left = i * r.lattice.ux + j * r.lattice.vx;
  const int top = i * r.lattice.uy + j * r.lattice.vy;
  std::size_t index = 0;
  for (unsigned y = 0; y < side; ++y) {
    for (unsigned x = 0; x < side; ++x) {
      const float value = repeater[index];
      ++index;
      if (left + x >= width || top + y >= height) continue;
      if (value != 0) store(target + rungs::at(left + x, top + y, width), value);
    }
  }
}

/// Runs `kernel(target, ..., Launch)` on a cleared target, or `constant` if the problem has the deck's sides.
template <class Kernel, class... Planes>
inline void launch_over_box(Kernel kernel, Kernel constant, const Problem& p, dim3 block, rungs::Stream stream,
                            Planes... planes) {
  if (std::max(p.width, p.height) > 1U << 27U)
    throw rungs::Unsupported("places repetitions in 32 bits: sides up to 2^27");
  const bool of_deck = p.width == deck_target && p.height == deck_target && p.repeater == deck_repeater;
  const Lattice l = p.vectors();
  const Box box = box_of(l, p.repeater, p.width, p.height);
  const Launch r{l, box.first_i, box.first_j, p.repeater, p.width, p.height};
  rungs::launch({rungs::grid_for(box.last_i - box.first_i + 1, box.last_j - box.first_j + 1, block), block, stream},
                of_deck ? constant : kernel, planes..., r);
}

/// The deck gives no block shape for these kernels; one version for each of four, the first is the default.
template <class Launcher> std::vector<std::pair<std::string, rungs::LaunchOf<Case>>> in_blocks(Launcher launcher) {
  std::vector<std::pair<std::string, rungs::LaunchOf<Case>>> versions;
  for (const dim3 shape : {dim3(32, 1), dim3(8, 8), dim3(16, 16), dim3(32, 32)}) {
    versions.emplace_back("block=" + std::to_string(shape.x) + "x" + std::to_string(shape.y),
                          [launcher, shape](const rungs::Call<Case>& call) { launcher(call, shape); });
  }
  return versions;
}

/// The versions of a variant that clears the target and runs `kernel(target, repeater, Launch)`, or `constant`.
template <class Kernel> auto over_cleared_target(Kernel kernel, Kernel constant) {
  return in_blocks([=](const rungs::Call<Case>& call, dim3 block) {
    rungs::fill_bytes(call.views.target, 0, call.problem.area() * sizeof(float), call.stream);
    launch_over_box(kernel, constant, call.problem, block, call.stream, call.views.target, call.views.repeater);
  });
}

}  // namespace uv::inline RUNGS_BACKEND
