// One thread per target pixel; two modulos by sides known only at run time give the pattern pixel.
// The first step on the GPU. Compared with host/pointer, the modulo is back, since no thread knows its
// neighbour's place in the pattern. But a warp's stores are coalesced, and GPU memory is an order of
// magnitude faster. Four bytes and two divisions per thread should keep it well below the speed of a fill.
#include <algorithm>
#include <rungs/device.hpp>

#include "cases/stitch/case.hpp"

namespace {

/// Squares have their own version: there both divisions share the divisor's reciprocal.
template <bool square>
__global__ void modulo(float* target, unsigned width, unsigned height, const float* repeater,
                       stitch::Sides sides) {
  const unsigned columns = sides.width;
  const unsigned rows = square ? columns : sides.height;
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  // One iteration, unless the target has more rows than a grid can have.
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    target[rungs::at(x, y, width)] = repeater[(y % rows) * columns + x % columns];
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  dim3 blocks = rungs::grid_for(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::launch({blocks, block, stream}, p.repeater.square() ? modulo<true> : modulo<false>, v.target,
                p.width, p.height, v.repeater, p.repeater);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "host/pointer",
    .idea = "one thread per pixel, modulo in x and y",
    .launch = launch,
}};

}  // namespace
