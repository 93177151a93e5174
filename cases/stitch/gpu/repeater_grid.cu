// One thread per pattern pixel: it loads its value once and writes it wherever the pattern repeats. Compared with
// gpu/modulo, both divisions go, and all loads but one per thread. The cost: there are only as many threads as the
// pattern has pixels, too few to fill a GPU if the side is small. And if the side is not a multiple of 8, warps write
// parts of 32-byte sectors. If it is not a multiple of 32, threads of the blocks at the edges have nothing to do: half
// of them with 45x45. Whether it is faster should depend on the side alone.
#include <rungs/device.hpp>
#include "cases/stitch/case.hpp"

namespace {

__global__ void repeater_grid(float* target, unsigned width, unsigned height, const float* repeater,
                              stitch::Sides sides) {
  const unsigned first_x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned first_y = blockIdx.y * blockDim.y + threadIdx.y;
  if (first_x >= sides.width || first_y >= sides.height) return;
  const float value = repeater[first_y * sides.width + first_x];
  for (unsigned y = first_y; y < height; y += sides.height) {
    std::size_t index = rungs::at(first_x, y, width);
    for (unsigned x = first_x; x < width; x += sides.width, index += sides.width) target[index] = value;
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  rungs::launch({rungs::grid_for(p.repeater.width, p.repeater.height, block), block, stream}, repeater_grid, v.target,
                p.width, p.height, v.repeater, p.repeater);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .technique = {"output-side"},
    .step = rungs::Step::back,
    .idea = "one thread per pattern pixel writes every repetition",
    .launch = launch,
}};

}  // namespace
