// gpu/black_no_bypass with the window cut at the image's borders once, and a row's address computed once per
// row. A load and a comparison per step are left, and the compiler can put several loads in flight.
#include "cases/distance/gpu/grid.hpp"

namespace {

__global__ void black_hoisted(std::uint32_t* out, const std::uint8_t* image, int width, int height, int radius) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    out[rungs::at(x, y, width)] = distance::nearest_white(image, x, y, width, height, radius);
  }
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  rungs::launch({distance::blocks_for(p), distance::block, stream}, black_hoisted, v.out, v.image, p.width, p.height,
                p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/black_no_bypass",
    .technique = {"hoist"},
    .idea = "borders and row addresses outside the inner loop",
    .launch = launch,
}};

}  // namespace
