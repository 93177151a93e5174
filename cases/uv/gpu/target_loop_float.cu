// One thread per target pixel; its place in the lattice is projected in float and cut off by a cast, as in the deck.
// Pixels are independent, so the GPU's parallelism gives the speedup; stores are coalesced, and the repeater stays in
// the caches. The deck's vectors are normalised, which is right for square lattices only; here they are the inverse. As
// in host/target_loop_float, the cast makes a place up to two too high or one too low, so more are tried.
#include <rungs/device.hpp>
#include "cases/uv/inverse.hpp"

namespace {

__global__ void target_loop_float(float* target, std::uint32_t width, std::uint32_t height, const float* repeater,
                                  int side, uv::Lattice l, uv::Inverse inverse, uv::Neighbours tried) {
  const std::size_t x = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const auto fx = static_cast<float>(x);
  const auto fy = static_cast<float>(y);
  const auto cell_i = static_cast<std::int32_t>(fx * inverse.i_x + fy * inverse.i_y);
  const auto cell_j = static_cast<std::int32_t>(fx * inverse.j_x + fy * inverse.j_y);
  float sum = 0;
  std::int16_t count = 0;
  for (std::int32_t i = tried.first_i; i <= tried.last_i; ++i) {
    for (std::int32_t j = tried.first_j; j <= tried.last_j; ++j) {
      const std::int32_t in_x = static_cast<std::int32_t>(x) - ((cell_i + i) * l.ux + (cell_j + j) * l.vx);
      const std::int32_t in_y = static_cast<std::int32_t>(y) - ((cell_i + i) * l.uy + (cell_j + j) * l.vy);
      if (in_x < 0 || in_y < 0 || in_x >= side || in_y >= side) continue;
      const float value = repeater[in_y * side + in_x];
      if (value != 0) {
        sum += value;
        ++count;
      }
    }
  }
  target[y * width + x] = count > 0 ? sum / static_cast<float>(count) : 0.0F;
}

template <unsigned columns, unsigned rows> void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream stream) {
  const dim3 block(columns, rows);
  const uv::Lattice l = p.vectors();
  uv::check_range(p, l);
  const uv::Neighbours near = uv::neighbours(l, p.repeater);
  if (std::int64_t{near.last_i + 3 - near.first_i} * (near.last_j + 4 - near.first_j) > INT16_MAX)
    throw rungs::Unsupported("counts a pixel's repetitions in 16 bits");
  rungs::launch({rungs::grid_for(p.width, p.height, block), block, stream}, target_loop_float, v.target, p.width,
                p.height, v.repeater, static_cast<int>(p.repeater), l, uv::inverse_of(l),
                uv::Neighbours{near.first_i - 1, near.last_i + 1, near.first_j - 2, near.last_j + 1});
}

const rungs::Variant<uv::Case> variant{{
    .improves = "host/target_loop_float",
    .idea = "one thread per target pixel, projected in float",
    .result = uv::Case::Result::mean,
    .versions = {{"block=32x8", launch<32, 8>}, {"block=16x16", launch<16, 16>}, {"block=32x32", launch<32, 32>}},
    .tunable = true,
}};

}  // namespace
