// gpu/modulo with the pattern's side known at compile time: one kernel for each of five sides.
// The compiler then replaces the divisions by products with constants, or by a mask if the side is a power of
// two. The document expects little from this. gpu/fast_division does nearly the same at run time, for every
// side. The cost: the program holds a kernel per side, and other patterns cannot run.
#include <algorithm>
#include <rungs/device.hpp>

#include "cases/stitch/case.hpp"

namespace {

template <unsigned side>
__global__ void modulo_fixed_repeater(float* target, unsigned width, unsigned height, const float* repeater) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  // One iteration, unless the target has more rows than a grid can have.
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    target[rungs::at(x, y, width)] = repeater[(y % side) * side + x % side];
  }
}

/// The kernel for a square pattern of this side; throws rungs::Unsupported if there is none.
auto kernel_for(const stitch::Sides& pattern) {
  switch (pattern.square() ? pattern.width : 0) {
    case 16:
      return modulo_fixed_repeater<16>;
    case 32:
      return modulo_fixed_repeater<32>;
    case 64:
      return modulo_fixed_repeater<64>;
    case 100:
      return modulo_fixed_repeater<100>;
    case 128:
      return modulo_fixed_repeater<128>;
    default:
      throw rungs::Unsupported("compiled only for repeater=16, 32, 64, 100 and 128");
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  dim3 blocks = rungs::grid_for(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::launch({blocks, block, stream}, kernel_for(p.repeater), v.target, p.width, p.height, v.repeater);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .idea = "the pattern's side known at compile time",
    .launch = launch,
}};

}  // namespace
