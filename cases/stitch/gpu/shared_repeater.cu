// One thread of each block copies the whole pattern to shared memory by memcpy; then all threads index it
// there. The deck's mistake, as the deck wrote it. Compared with gpu/modulo, every block now reads the whole
// pattern to use at most 32x32 pixels of it, and 1023 threads wait for the one that copies. The pattern was
// in the cache anyway. The compiler turns the memcpy into copies of single bytes. Static shared memory holds
// 48 KB: patterns up to 110x110, each with a kernel of its own.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <rungs/device.hpp>
#include "cases/stitch/case.hpp"

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

/// The kernel for a square pattern of this side; throws rungs::Unsupported if there is none.
auto kernel_for(const stitch::Sides& pattern) {
  switch (pattern.square() ? pattern.width : 0) {
    case 16:
      return shared_repeater<16>;
    case 32:
      return shared_repeater<32>;
    case 45:
      return shared_repeater<45>;
    case 64:
      return shared_repeater<64>;
    case 97:
      return shared_repeater<97>;
    case 100:
      return shared_repeater<100>;
    case 101:
      return shared_repeater<101>;
    default:
      throw rungs::Unsupported("compiled only for repeater=16, 32, 45, 64, 97, 100 and 101");
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  rungs::launch({rungs::grid_for(p.width, p.height, block), block, stream}, kernel_for(p.repeater), v.target, p.width,
                p.height, v.repeater, p.repeater.width, p.repeater.height);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .technique = {"smem"},
    .idea = "one thread per block copies the pattern to shared memory",
    .launch = launch,
}};

}  // namespace
