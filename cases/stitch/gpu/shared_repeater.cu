// One thread of each block copies the whole pattern to shared memory by memcpy; then all threads index it
// there. The deck's mistake, as the deck wrote it. Compared with gpu/modulo, every block now reads the whole
// pattern to use at most 32x32 pixels of it, and 1023 threads wait for the one that copies. The pattern was
// in the cache anyway. The compiler turns the memcpy into copies of single bytes. Static shared memory holds
// 48 KB: patterns up to 110x110, each with a kernel of its own.
#include <cstring>
#include <rungs/device.hpp>
#include "cases/stitch/sides.hpp"

namespace {

template <std::uint32_t side>
__global__ void shared_repeater(float* target, std::uint32_t width, std::uint32_t height, const float* repeater,
                                std::uint32_t repeater_width, std::uint32_t repeater_height) {
  __shared__ float staged[side * side];
  if (threadIdx.x == 0 && threadIdx.y == 0) memcpy(staged, repeater, sizeof(float) * side * side);
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
  constexpr const char* why = "compiled only for repeater=16, 32, 45, 64, 97, 100 and 101";
  stitch::with_side<16, 32, 45, 64, 97, 100, 101>(p, why, [&](auto side) {
    rungs::launch({rungs::grid_for(p.width, p.height, block), block, stream}, shared_repeater<side()>, v.target,
                  p.width, p.height, v.repeater, p.repeater.width, p.repeater.height);
  });
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .technique = {"smem"},
    .idea = "one thread per block copies the pattern to shared memory",
    .launch = launch,
}};

}  // namespace
