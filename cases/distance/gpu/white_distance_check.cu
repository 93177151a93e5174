// gpu/white with a check before each update: no atomic if the stored distance is already as small.
// Stored values only decrease, so a value that was read a moment ago can only be too large: the worst result
// is one atomic too many. It is read by a relaxed atomic load, which is no data race and goes to the L2. Most
// updates come too late, so most atomics should become loads; how many depends on the mask and on which block
// came first. The cost: a thread waits for each of these loads, but waited for no atomic. Now latency
// matters, and the number of threads to hide it.
#include <cstdint>
#include <cuda/atomic>

#include "cases/distance/gpu/scatter.hpp"

namespace {

__device__ void offer(std::uint32_t& stored, std::uint32_t distance) {
  const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> current(stored);
  if (current.load(cuda::memory_order_relaxed) > distance) atomicMin(&stored, distance);
}

__global__ void white_distance_check(std::uint32_t* out, const std::uint8_t* image, int width, int height,
                                     int radius) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    if (image[rungs::at(x, y, width)] == 0) continue;
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
  rungs::launch({distance::blocks_for(p), distance::block, stream}, white_distance_check, v.out, v.image,
                p.width, p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white",
    .idea = "no atomic if the stored distance is already as small",
    .launch = launch,
}};

}  // namespace
