// gpu/white_only_neighbour_check with a test per neighbour: a white neighbour, or the border, cuts the window
// at that side. This is gpu/white_improved_neighbour_check without its distance check.
// It shows whether the distance check still pays once the windows are cut: an outline pixel sends far fewer
// updates, and more of them are the minimum so far, so that looking first should avoid fewer atomics. The
// document gives no time for it.
#include <cstdint>
#include <cuda/atomic>

#include "cases/distance/gpu/scatter.hpp"

namespace {

using Stored = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>;

__global__ void white_only_improved_neighbour_check(std::uint32_t* out, const std::uint8_t* image, int width,
                                                    int height, int radius) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    const std::uint8_t* const pixel = image + rungs::at(x, y, width);
    if (*pixel == 0) continue;
    // First and last pixel of the window on each side; 0 if that side is cut.
    const int left = x == 0 || pixel[-1] != 0 ? 0 : max(-radius, -x);
    const int right = x == width - 1 || pixel[1] != 0 ? 0 : min(radius, width - x) - 1;
    const int up = y == 0 || pixel[-width] != 0 ? 0 : max(-radius, -y);
    const int down = y == height - 1 || pixel[width] != 0 ? 0 : min(radius, height - y) - 1;
    if (left == 0 && right == 0 && up == 0 && down == 0) {
      Stored(out[rungs::at(x, y, width)]).store(0, cuda::memory_order_relaxed);
      continue;
    }
    for (int dy = up; dy <= down; ++dy) {
      std::uint32_t* const row = out + rungs::at(x, y + dy, width);
      for (int dx = left; dx <= right; ++dx) atomicMin(row + dx, dx * dx + dy * dy);
    }
  }
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  distance::set_to_limit(p, v, stream);
  rungs::launch({distance::blocks_for(p), distance::block, stream}, white_only_improved_neighbour_check,
                v.out, v.image, p.width, p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white_only_neighbour_check",
    .idea = "a white neighbour cuts the window at its side; no distance check",
    .launch = launch,
}};

}  // namespace
