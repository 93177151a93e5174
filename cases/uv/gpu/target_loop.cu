// One thread per target pixel, with the same work as host/target_loop.
// Compared with gpu/target_loop_float, a pixel's place is exact, so that fewer repetitions have to be tried:
// one instead of twelve on the square lattice. Arithmetic remains: two divisions by a number known only at
// run time, and one test per neighbour. The numerators exceed 32 bits only on targets with millions of pixels
// per side or with very long vectors, so there are two kernels, one per width.
#include <rungs/device.hpp>
#include "cases/uv/case.hpp"

namespace {

template <class Whole> __device__ int floor_div(Whole a, Whole b) {
  return static_cast<int>(a / b - (a % b < 0 ? 1 : 0));
}

template <class Whole>
__global__ void target_loop(float* target, unsigned width, unsigned height, const float* repeater, int side,
                            uv::Lattice l, int det, uv::Neighbours near) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  // One iteration, unless the target has more rows than a grid can have.
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
  const bool narrow = uv::fits_32_bits(l, p.width, p.height);
  const dim3 block(32, 8);
  dim3 blocks = rungs::grid_for(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::launch({blocks, block, stream}, narrow ? target_loop<std::int32_t> : target_loop<std::int64_t>, v.target,
                p.width, p.height, v.repeater, p.repeater, l, l.determinant(), uv::neighbours(l, p.repeater));
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/target_loop_float",
    .no_technique = "exact arithmetic, which leaves fewer candidates",
    .idea = "the projection in integers: no candidate too many",
    .result = uv::Case::Result::mean,
    .launch = launch,
}};

}  // namespace
