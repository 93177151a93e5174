// gpu/white_distance_check, but a white pixel with four white neighbours writes its own 0 and stops.
// For any other pixel one of the four is nearer, so all its other updates are useless. Only the outlines of
// white areas remain: a few percent of the pixels in a picture of large shapes, all of them in sparse noise.
// The 0 is also stored by a relaxed atomic, as other threads may update the pixel at the same time; in any
// order the 0 remains.
#include <cstdint>
#include <cuda/atomic>

#include "cases/distance/gpu/scatter.hpp"

namespace {

using Stored = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>;

__device__ void offer(std::uint32_t& stored, std::uint32_t distance) {
  if (Stored(stored).load(cuda::memory_order_relaxed) > distance) atomicMin(&stored, distance);
}

__global__ void white_neighbour_check(std::uint32_t* out, const std::uint8_t* image, int width, int height,
                                      int radius) {
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
        offer(row[dx], dx * dx + dy * dy);
      }
    }
  }
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  distance::set_to_limit(p, v, stream);
  rungs::launch({distance::blocks_for(p), distance::block, stream}, white_neighbour_check, v.out, v.image,
                p.width, p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white_distance_check",
    .idea = "a white pixel with four white neighbours writes 0 and stops",
    .launch = launch,
}};

}  // namespace
