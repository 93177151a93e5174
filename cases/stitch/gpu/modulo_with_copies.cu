// gpu/modulo with the copies that a program needs when its data is on the host: the pattern to the GPU, the
// target back. Both are in the measured time; the kernel is unchanged. The bus has only a small fraction of
// the GPU's memory bandwidth, so the copy of the target should take nearly all of the time.
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
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    target[rungs::at(x, y, width)] = repeater[(y % rows) * columns + x % columns];
  }
}

void launch(const rungs::Call<stitch::Case>& call) {
  const stitch::Problem& p = call.problem;
  const dim3 block(32, 32);
  dim3 blocks = rungs::grid_for(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::upload(call.views.repeater, call.host.repeater, p.repeater_area(), call.stream);
  rungs::launch({blocks, block, call.stream}, p.repeater.square() ? modulo<true> : modulo<false>,
                call.views.target, p.width, p.height, call.views.repeater, p.repeater);
  rungs::download(call.host.target, call.views.target, p.area(), call.stream);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .idea = "the same, with both copies in the measured time",
    .launch = launch,
    .memory = rungs::copies_itself,
}};

}  // namespace
