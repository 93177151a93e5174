// gpu/modulo as a program pays for it that keeps its data on the host: pattern up, target down, both in the
// time. The kernel is the same, line by line. The target crosses the bus at a small fraction of the GPU's own
// bandwidth, so the kernel should all but vanish in the copy that follows it.
#include <algorithm>

#include "cases/stitch/case.hpp"
#include "harness/device.hpp"

namespace {

__global__ void modulo(float* target, unsigned width, unsigned height, const float* repeater, unsigned side) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    target[rungs::at(x, y, width)] = repeater[(y % side) * side + x % side];
  }
}

void launch(const stitch::Problem& p, const stitch::Views& device, const stitch::Views& host,
            rungs::Stream stream) {
  const dim3 block(32, 32);
  dim3 blocks = rungs::cover(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::upload(device.repeater, host.repeater, p.repeater_area(), stream);
  rungs::launch({blocks, block, stream}, modulo, device.target, p.width, p.height, device.repeater,
                p.repeater);
  rungs::download(host.target, device.target, p.area(), stream);
}

const rungs::Variant<stitch::Case> variant{{
    .name = "gpu/modulo_with_copies",
    .improves = "gpu/modulo",
    .idea = "the same with both copies in the time",
    .launch_with_copies = launch,
}};

}  // namespace
