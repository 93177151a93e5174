// Every white pixel writes its distance to all pixels around it, with an atomic minimum in global memory.
// The first step: one thread per pixel; the threads of black pixels return. Up to (2R)^2 atomics per white
// pixel, 900 at R = 15. In the end at most one write per pixel counts, and inside a white area only the
// pixel's own. A warp's atomics go to adjacent addresses, so the limit is how many the L2 performs per
// second.
#include <cstdint>

#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white(std::uint32_t* out, const std::uint8_t* image, int width, int height, int radius) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    if (image[rungs::at(x, y, width)] == 0) continue;
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
  rungs::launch({distance::blocks_for(p), distance::block, stream}, white, v.out, v.image, p.width, p.height,
                p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .idea = "every white pixel updates its window with atomicMin",
    .launch = launch,
}};

}  // namespace
