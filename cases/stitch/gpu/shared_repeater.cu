// One thread of each block copies the whole pattern to shared memory; then all threads index it there.
// A mistake, kept on purpose. Compared with gpu/modulo, every block now reads the whole pattern to use at
// most 32x32 pixels of it, and 1023 threads wait for the one that copies. The pattern was in the cache
// anyway.
#include <algorithm>
#include <rungs/device.hpp>

#include "cases/stitch/case.hpp"

namespace {

/// Squares have their own version: there both divisions share the divisor's reciprocal.
template <bool square>
__global__ void shared_repeater(float* target, unsigned width, unsigned height, const float* repeater,
                                stitch::Sides sides) {
  const unsigned columns = sides.width;
  const unsigned rows = square ? columns : sides.height;
  float* const staged = rungs::dynamic_shared<float>();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    for (unsigned i = 0; i < columns * rows; ++i) staged[i] = repeater[i];
  }
  __syncthreads();  // before any thread returns: those beyond the target's edge must arrive here too

  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    target[rungs::at(x, y, width)] = staged[(y % rows) * columns + x % columns];
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  dim3 blocks = rungs::grid_for(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::launch({blocks, block, stream, p.repeater_area() * sizeof(float)},
                p.repeater.square() ? shared_repeater<true> : shared_repeater<false>, v.target, p.width,
                p.height, v.repeater, p.repeater);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .idea = "one thread per block copies the pattern to shared memory",
    .launch = launch,
}};

}  // namespace
