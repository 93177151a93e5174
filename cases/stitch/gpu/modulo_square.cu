// gpu/modulo for a square pattern: both divisions are by one number and share its reciprocal. A division by a number
// known only at run time begins with that number's reciprocal in floating point, about half of its instructions. The
// kernel takes one side instead of two, and the compiler computes the reciprocal once per thread.
#include <rungs/device.hpp>
#include "cases/stitch/case.hpp"

namespace {

__global__ void modulo_square(float* target, unsigned width, unsigned height, const float* repeater, unsigned side) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  // One iteration, unless the target has more rows than a grid can have.
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    target[rungs::at(x, y, width)] = repeater[(y % side) * side + x % side];
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  if (!p.repeater.square()) throw rungs::Unsupported("needs a square repeater");
  const dim3 block(32, 32);
  dim3 blocks = rungs::grid_for(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::launch({blocks, block, stream}, modulo_square, v.target, p.width, p.height, v.repeater, p.repeater.width);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .no_technique = "one reciprocal for two divisions, of square patterns alone",
    .idea = "one reciprocal for both sides of a square",
    .launch = launch,
}};

}  // namespace
