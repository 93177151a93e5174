// One thread per target pixel; two modulos by sides known only at run time give the pattern pixel.
// The deck's kernel, with its types: coordinates of 64 bits, sides of 32, and separate sides for both planes.
// Compared with host/pointer, the modulo is back, since no thread knows its neighbour's place in the pattern.
// But a warp's stores are coalesced, and GPU memory is an order of magnitude faster. Four bytes and two
// divisions per thread should keep it well below the speed of a fill. The compiler sees that a coordinate has
// 32 bits, and divides in 32; gpu/modulo_64_bit shows what the types would cost.
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

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  rungs::launch({rungs::grid_for(p.width, p.height, block), block, stream}, modulo, v.target, p.width, p.height,
                v.repeater, p.repeater.width, p.repeater.height);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "host/pointer",
    .idea = "one thread per pixel, modulo in x and y",
    .launch = launch,
}};

}  // namespace
