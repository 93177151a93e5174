// gpu/modulo with the pattern's side known at compile time: one kernel for each of five sides.
// The compiler then replaces the divisions by products with constants, or by a mask if the side is a power of
// two. The document expects little from this. gpu/fast_division does nearly the same at run time, for every
// side. The cost: the program holds a kernel per side, and other patterns cannot run.
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include "cases/stitch/case.hpp"

namespace {

template <unsigned side>
__global__ void modulo_fixed_repeater(float* target, std::uint32_t width, std::uint32_t height, const float* repeater) {
  const std::size_t x = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  target[y * width + x] = repeater[(y % side) * side + x % side];
}

/// The kernel for a square pattern of this side; throws rungs::Unsupported if there is none.
auto kernel_for(const stitch::Sides& pattern) {
  switch (pattern.square() ? pattern.width : 0) {
    case 16:
      return modulo_fixed_repeater<16>;
    case 32:
      return modulo_fixed_repeater<32>;
    case 64:
      return modulo_fixed_repeater<64>;
    case 100:
      return modulo_fixed_repeater<100>;
    case 128:
      return modulo_fixed_repeater<128>;
    default:
      throw rungs::Unsupported("compiled only for repeater=16, 32, 64, 100 and 128");
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  rungs::launch({rungs::grid_for(p.width, p.height, block), block, stream}, kernel_for(p.repeater), v.target, p.width,
                p.height, v.repeater);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .technique = {"constants"},
    .idea = "the pattern's side known at compile time",
    .launch = launch,
}};

}  // namespace
