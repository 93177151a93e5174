// A thread a target pixel, which does what host/target_loop does for one.
// Pixels do not depend on each other, so the GPU's width is the gain; a warp's stores are contiguous, and the
// repeater stays in the caches. What is left is arithmetic: two divisions by a number known only at run time,
// and a test a neighbour. The quotients' numerators outgrow 32 bits only on targets of millions of pixels a
// side, so there are two kernels, one for each width.
#include <algorithm>
#include <cstdint>

#include "cases/uv/case.hpp"
#include "harness/device.hpp"

namespace {

template <class Whole>
__device__ int floor_div(Whole a, Whole b) {
  return static_cast<int>(a / b - (a % b < 0 ? 1 : 0));
}

template <class Whole>
__global__ void target_loop(float* target, unsigned width, unsigned height, const float* repeater, int side,
                            uv::Lattice l, int det, uv::Neighbours near) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  // One turn, unless the target has more rows than a grid can be high.
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    const int cell_i = floor_div<Whole>(Whole(x) * l.vy - Whole(y) * l.vx, det);
    const int cell_j = floor_div<Whole>(Whole(y) * l.ux - Whole(x) * l.uy, det);
    float sum = 0;
    int count = 0;
    for (int j = cell_j + near.first_j; j <= cell_j + near.last_j; ++j) {
      for (int i = cell_i + near.first_i; i <= cell_i + near.last_i; ++i) {
        const int in_x = static_cast<int>(x) - i * l.ux - j * l.vx;
        const int in_y = static_cast<int>(y) - i * l.uy - j * l.vy;
        if (in_x < 0 || in_x >= side || in_y < 0 || in_y >= side) continue;
        const float value = repeater[in_y * side + in_x];
        sum += value;
        count += value != 0 ? 1 : 0;
      }
    }
    target[rungs::at(x, y, width)] = count != 0 ? sum / static_cast<float>(count) : 0.0F;
  }
}

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream stream) {
  const uv::Lattice l = p.vectors();
  const std::int64_t longest = std::max({l.ux + l.uy, l.vy - l.vx});
  const bool narrow = longest * std::max(p.width, p.height) <= INT32_MAX;
  const dim3 block(32, 8);
  dim3 blocks = rungs::cover(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::launch({blocks, block, stream}, narrow ? target_loop<std::int32_t> : target_loop<std::int64_t>,
                v.target, p.width, p.height, v.repeater, p.repeater, l, l.determinant(),
                uv::neighbours(l, p.repeater));
}

const rungs::Variant<uv::Case> variant{{
    .name = "gpu/target_loop",
    .improves = "host/target_loop",
    .idea = "a thread a target pixel",
    .result = uv::Case::Result::mean,
    .launch = launch,
}};

}  // namespace
