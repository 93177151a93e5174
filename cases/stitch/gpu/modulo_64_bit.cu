// gpu/modulo with sides of 64 bits, so that the remainders have 64 bits too.
// In gpu/modulo the coordinates have 64 bits, as in the deck, but the compiler knows that their upper halves
// are 0. Here it does not know it of the sides, and calls its division of 64 bits.
#include <cstdint>
#include <rungs/device.hpp>
#include "cases/stitch/case.hpp"

namespace {

__global__ void modulo_64_bit(float* target, std::uint32_t width, std::uint32_t height, const float* repeater,
                              std::uint64_t repeater_width, std::uint64_t repeater_height) {
  const std::size_t x = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const std::uint32_t from_x = x % repeater_width;
  const std::uint32_t from_y = y % repeater_height;
  target[y * width + x] = repeater[from_y * repeater_width + from_x];
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  rungs::launch({rungs::grid_for(p.width, p.height, block), block, stream}, modulo_64_bit, v.target, p.width, p.height,
                v.repeater, p.repeater.width, p.repeater.height);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .technique = {"narrow"},
    .step = rungs::Step::back,
    .idea = "sides of 64 bits, remainders of 64 bits",
    .launch = launch,
}};

}  // namespace
