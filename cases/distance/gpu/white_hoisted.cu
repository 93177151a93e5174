// gpu/white with the window cut at the image's borders once, and a row's address computed once per row.
// The deck tests each step and computes each address in 64 bits: some ten instructions per atomic. If the
// atomics are the limit, little should be gained.
#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white_hoisted(std::uint32_t* out, const std::uint8_t* image, int width, int height, int radius) {
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
  rungs::launch({distance::blocks_for(p), distance::block, stream}, white_hoisted, v.out, v.image, p.width, p.height,
                p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white",
    .technique = {"hoist"},
    .idea = "borders and row addresses outside the inner loop",
    .launch = launch,
}};

}  // namespace
