// One thread per pixel: it tests the mask first, and writes only inside. The start of the ladder: stitch's gpu/modulo
// with a test. A warp that is completely outside reads 32 bytes of the mask and is done. Inside there are the same two
// modulos and coalesced stores of four bytes; at the edge of the mask some threads of a warp are idle, and sectors are
// written in part. The mask is one more load that the store has to wait for.
#include <rungs/device.hpp>
#include "cases/stitch_masked/case.hpp"

namespace {

__global__ void pixels(float* target, unsigned width, unsigned height, const std::uint8_t* mask, const float* repeater,
                       stitch::Sides sides) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  // One iteration, unless the target has more rows than a grid can have.
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    const std::size_t i = rungs::at(x, y, width);
    if (mask[i] != 0) target[i] = repeater[(y % sides.height) * sides.width + x % sides.width];
  }
}

void launch(const stitch_masked::Problem& p, const stitch_masked::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  dim3 blocks = rungs::grid_for(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::launch({blocks, block, stream}, pixels, v.target, p.width, p.height, v.mask, v.repeater, p.repeater);
}

const rungs::Variant<stitch_masked::Case> variant{{
    .idea = "one thread per pixel, which tests the mask first",
    .launch = launch,
}};

}  // namespace
