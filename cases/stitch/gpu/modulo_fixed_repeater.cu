// gpu/modulo with the pattern's side known at compile time: one kernel for each of five sides.
// The compiler then replaces the divisions by products with constants, or by a mask if the side is a power of
// two. The document expects little from this. gpu/fast_division does nearly the same at run time, for every
// side. The cost: the program holds a kernel per side, and other patterns cannot run.
#include <rungs/device.hpp>
#include "cases/stitch/sides.hpp"

namespace {

template <unsigned side>
__global__ void modulo_fixed_repeater(float* target, std::uint32_t width, std::uint32_t height, const float* repeater) {
  const std::size_t x = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  target[y * width + x] = repeater[(y % side) * side + x % side];
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  constexpr const char* why = "compiled only for repeater=16, 32, 64, 100 and 128";
  stitch::with_side<16, 32, 64, 100, 128>(p, why, [&](auto side) {
    rungs::launch({rungs::grid_for(p.width, p.height, block), block, stream}, modulo_fixed_repeater<side()>, v.target,
                  p.width, p.height, v.repeater);
  });
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .technique = {"constants"},
    .idea = "the pattern's side known at compile time",
    .launch = launch,
}};

}  // namespace
