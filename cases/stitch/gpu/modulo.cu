// A thread a target pixel; the pattern's pixel comes from two modulos by a side known only at run time.
// The first step on the GPU: against host/pointer the modulo is back, since no thread knows its neighbour's
// place in the pattern, but a warp's stores are contiguous and memory is an order of magnitude faster. Four
// bytes a thread and two divisions for them should keep it well short of a fill.
#include <algorithm>

#include "cases/stitch/case.hpp"
#include "harness/device.hpp"

namespace {

__global__ void modulo(float* target, unsigned width, unsigned height, const float* repeater, unsigned side) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  // One turn, unless the target has more rows than a grid can be high.
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    target[rungs::at(x, y, width)] = repeater[(y % side) * side + x % side];
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  dim3 blocks = rungs::cover(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::launch({blocks, block, stream}, modulo, v.target, p.width, p.height, v.repeater, p.repeater);
}

const rungs::Variant<stitch::Case> variant{{
    .name = "gpu/modulo",
    .improves = "host/pointer",
    .idea = "a thread a pixel, modulo in x and y",
    .launch = launch,
}};

}  // namespace
