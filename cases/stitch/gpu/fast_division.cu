// gpu/modulo with both divisions turned into multiplications (divisor.hpp).
// The side is the same for all threads, so the host finds its reciprocal once, scaled to 32 bits and exact
// for every index that can occur. A remainder then takes the upper half of a product, a shift, another
// product and a subtraction, in place of some twenty instructions with a floating-point reciprocal among
// them. What it costs is two more kernel arguments.
#include <algorithm>

#include "cases/divisor.hpp"
#include "cases/stitch/case.hpp"
#include "harness/device.hpp"

namespace {

__global__ void fast_division(float* target, unsigned width, unsigned height, const float* repeater,
                              division::Divisor side) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  // One turn, unless the target has more rows than a grid can be high.
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    const unsigned from = division::remainder(y, side) * side.value + division::remainder(x, side);
    target[rungs::at(x, y, width)] = repeater[from];
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  dim3 blocks = rungs::cover(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::launch({blocks, block, stream}, fast_division, v.target, p.width, p.height, v.repeater,
                division::by(p.repeater));
}

const rungs::Variant<stitch::Case> variant{{
    .name = "gpu/fast_division",
    .improves = "gpu/modulo",
    .idea = "modulo by a product with the side's reciprocal",
    .launch = launch,
}};

}  // namespace
