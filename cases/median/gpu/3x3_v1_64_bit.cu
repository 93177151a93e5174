// gpu/3x3_v1 with 64-bit addresses, for frames of any size. The nine pixels' offsets take twice the instructions, and
// nothing else changes: what it costs to support frames of more than 2^31 pixels.
#include <algorithm>
#include "cases/median/gpu/pixel_launch.hpp"

namespace {

__global__ void v1_64_bit(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (x >= width - 1) return;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y + 1; y < height - 1; y += gridDim.y * blockDim.y) {
    int values[9];
#pragma unroll
    for (unsigned i = 0; i < 9; ++i) values[i] = image[rungs::at(x + i % 3 - 1, y + i / 3 - 1, width)];
    filtered[rungs::at(x, y, width)] = static_cast<std::uint8_t>(median::median_of_nine(values, median::Steps<3>{}));
  }
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  const dim3 block(32, 8);
  dim3 blocks = rungs::grid_for(p.width - 2, p.height - 2, block);
  blocks.y = std::min(blocks.y, 65535U);
  blocks.z = p.frames;
  rungs::launch({blocks, block, stream}, v1_64_bit, v.filtered, v.image, p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v1",
    .technique = {"narrow"},
    .step = rungs::Step::back,
    .idea = "64-bit addresses",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
