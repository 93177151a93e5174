// gpu/white with the neighbour check alone: a white pixel with four white neighbours writes its own 0 and
// stops; all others send an atomic to every pixel in reach, without looking first.
// The document times this check by itself too. gpu/white_neighbour_check adds it to the distance check; here
// it is clear which of the two removes the time. Inside white areas the atomics go away altogether, and no
// load is waited for. What is left are the outlines, whose atomics still mostly change nothing. In sparse
// noise there is nothing to remove.
#include <cstdint>
#include <cuda/atomic>

#include "cases/distance/gpu/scatter.hpp"

namespace {

using Stored = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>;

__global__ void white_only_neighbour_check(std::uint32_t* out, const std::uint8_t* image, int width,
                                           int height, int radius) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    const std::uint8_t* const pixel = image + rungs::at(x, y, width);
    if (*pixel == 0) continue;
    const bool inside = x > 0 && x < width - 1 && y > 0 && y < height - 1;
    if (inside && pixel[-1] != 0 && pixel[1] != 0 && pixel[-width] != 0 && pixel[width] != 0) {
      Stored(out[rungs::at(x, y, width)]).store(0, cuda::memory_order_relaxed);
      continue;
    }
    for (int dy = max(-radius, -y); dy < min(radius, height - y); ++dy) {
      std::uint32_t* const row = out + rungs::at(x, y + dy, width);
      for (int dx = max(-radius, -x); dx < min(radius, width - x); ++dx) {
        atomicMin(row + dx, dx * dx + dy * dy);
      }
    }
  }
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  distance::set_to_limit(p, v, stream);
  rungs::launch({distance::blocks_for(p), distance::block, stream}, white_only_neighbour_check, v.out,
                v.image, p.width, p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white",
    .idea = "the neighbour check without the distance check",
    .launch = launch,
}};

}  // namespace
