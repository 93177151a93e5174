// gpu/white with its blocks in another order: blocks that run together are far apart.
// Neighbouring blocks update the same pixels, so their atomics could collide. Here the block's number is
// multiplied by an odd number coprime to the block count, modulo that count, which is a permutation. The
// factor is near the golden section of the count, whose multiples stay well apart. If atomics to the same
// address were the limit, this should help. As a complete row of blocks fits on a GPU, it may also be slower:
// their windows no longer share cache lines.
#include <cstdint>
#include <numeric>

#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white_block_spread(std::uint32_t* out, const std::uint8_t* image, int width, int height,
                                   int radius, unsigned blocks_across, unsigned factor) {
  const auto number = static_cast<unsigned>(std::uint64_t{blockIdx.x} * factor % gridDim.x);
  const int x = static_cast<int>(number % blocks_across * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(number / blocks_across * blockDim.y + threadIdx.y);
  if (x >= width || y >= height || image[rungs::at(x, y, width)] == 0) return;
  for (int dy = max(-radius, -y); dy < min(radius, height - y); ++dy) {
    std::uint32_t* const row = out + rungs::at(x, y + dy, width);
    for (int dx = max(-radius, -x); dx < min(radius, width - x); ++dx) {
      atomicMin(row + dx, dx * dx + dy * dy);
    }
  }
}

/// An odd number near the golden section of `count`, coprime to it.
unsigned spreading_factor(unsigned count) {
  auto factor = static_cast<unsigned>(count * 0.6180339887) | 1U;
  while (std::gcd(factor, count) != 1) factor += 2;
  return factor;
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  const dim3 blocks = rungs::grid_for(p.width, p.height, distance::block);
  const std::uint64_t count = std::uint64_t{blocks.x} * blocks.y;
  const dim3 grid = rungs::linear_grid(count);
  distance::set_to_limit(p, v, stream);
  rungs::launch({grid, distance::block, stream}, white_block_spread, v.out, v.image, p.width, p.height,
                p.distance_max, blocks.x, spreading_factor(count));
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white",
    .idea = "blocks that run together are far apart",
    .launch = launch,
}};

}  // namespace
