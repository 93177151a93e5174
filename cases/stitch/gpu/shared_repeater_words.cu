// gpu/shared_repeater with a loop over 4-byte words instead of memcpy, and dynamic shared memory. memcpy knows no
// alignment and copies bytes; a loop over floats makes a quarter of the loads and stores. Still one thread copies the
// whole pattern and 1023 wait. Dynamic shared memory takes any pattern up to what a block may have.
#include <cstdint>
#include <rungs/device.hpp>
#include "cases/stitch/case.hpp"

namespace {

__global__ void shared_repeater_words(float* target, std::uint32_t width, std::uint32_t height, const float* repeater,
                                      std::uint32_t repeater_width, std::uint32_t repeater_height) {
  float* const staged = rungs::dynamic_shared<float>();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    for (unsigned i = 0; i < repeater_width * repeater_height; ++i) staged[i] = repeater[i];
  }
  __syncthreads();  // before any thread returns: those beyond the target's edge must arrive here too

  const std::size_t x = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const std::uint32_t from_x = x % repeater_width;
  const std::uint32_t from_y = y % repeater_height;
  target[y * width + x] = staged[std::size_t{from_y} * repeater_width + from_x];
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  rungs::launch({rungs::grid_for(p.width, p.height, block), block, stream, p.repeater_area() * sizeof(float)},
                shared_repeater_words, v.target, p.width, p.height, v.repeater, p.repeater.width, p.repeater.height);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/shared_repeater",
    .technique = {"vector"},
    .idea = "copies words instead of bytes",
    .launch = launch,
}};

}  // namespace
