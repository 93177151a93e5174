// gpu/modulo with both divisions replaced by multiplications (divisor.hpp). The sides are the same for all threads, so
// the host computes their reciprocals once, scaled to 32 bits and exact for every index that can occur. A remainder is
// then the upper half of a product, a shift, another product and a subtraction, instead of about twenty instructions
// that include a floating-point reciprocal. The cost is two more kernel arguments.
#include "cases/divisor.hpp"
#include "cases/stitch/case.hpp"

namespace {

__global__ void fast_division(float* target, unsigned width, unsigned height, const float* repeater,
                              division::Divisor columns, division::Divisor rows) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  // One iteration, unless the target has more rows than a grid can have.
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    const unsigned from = division::remainder(y, rows) * columns.value + division::remainder(x, columns);
    target[rungs::at(x, y, width)] = repeater[from];
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  dim3 blocks = rungs::grid_for(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::launch({blocks, block, stream}, fast_division, v.target, p.width, p.height, v.repeater,
                division::by(p.repeater.width), division::by(p.repeater.height));
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .technique = {"mulshift"},
    .idea = "modulo by multiplying with the reciprocal of the side",
    .launch = launch,
}};

}  // namespace
