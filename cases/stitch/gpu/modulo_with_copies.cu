// gpu/modulo with the copies that a program needs when its data is on the host: the pattern to the GPU, the
// target back. Both are in the measured time; the kernel is unchanged. The bus has only a small fraction of
// the GPU's memory bandwidth, so the copy of the target should take nearly all of the time.
#include <cstdint>
#include <rungs/device.hpp>
#include "cases/stitch/case.hpp"

namespace {

__global__ void modulo(float* target, std::uint32_t width, std::uint32_t height, const float* repeater,
                       std::uint32_t repeater_width, std::uint32_t repeater_height) {
  const std::size_t x = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const std::uint32_t from_x = x % repeater_width;
  const std::uint32_t from_y = y % repeater_height;
  target[y * width + x] = repeater[std::size_t{from_y} * repeater_width + from_x];
}

void launch(const rungs::Call<stitch::Case>& call) {
  const stitch::Problem& p = call.problem;
  const dim3 block(32, 32);
  rungs::upload(call.views.repeater, call.host.repeater, p.repeater_area(), call.stream);
  rungs::launch({rungs::grid_for(p.width, p.height, block), block, call.stream}, modulo, call.views.target, p.width,
                p.height, call.views.repeater, p.repeater.width, p.repeater.height);
  rungs::download(call.host.target, call.views.target, p.area(), call.stream);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .step = rungs::Step::question,
    .idea = "the same, with both copies in the measured time",
    .launch = launch,
    .memory = rungs::copies_itself,
}};

}  // namespace
