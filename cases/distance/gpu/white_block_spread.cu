// gpu/white with its blocks in another order: blocks that run together are far apart.
// Neighbouring blocks update the same pixels, so their atomics could collide. Here the block's number is
// multiplied by an odd number coprime to the block count, modulo that count, which is a permutation. The
// factor is near the golden section of the count, whose multiples stay well apart. If atomics to the same
// address were the limit, this should help. As a complete row of blocks fits on a GPU, it may also be slower:
// their windows no longer share cache lines.
#include <numeric>
#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white_block_spread(const std::uint8_t* source, std::int32_t width, std::int32_t height,
                                   std::uint32_t* distance, std::int32_t distance_max, std::uint32_t blocks_across,
                                   std::uint32_t factor) {
  const auto number = static_cast<std::uint32_t>(std::uint64_t{blockIdx.x} * factor % gridDim.x);
  const std::int32_t col = number % blocks_across * blockDim.x + threadIdx.x;
  const std::int32_t row = number / blocks_across * blockDim.y + threadIdx.y;
  if (col >= width || row >= height) return;

  const std::size_t index = rungs::at(col, row, width);
  if (source[index] == 0) return;
  for (std::int32_t y = -distance_max; y < distance_max; ++y) {
    for (std::int32_t x = -distance_max; x < distance_max; ++x) {
      const std::int32_t col_there = col + x;
      const std::int32_t row_there = row + y;
      if (col_there < 0 || row_there < 0 || col_there >= width || row_there >= height) continue;
      const std::size_t there = rungs::at(col_there, row_there, width);
      atomicMin(distance + there, static_cast<std::uint32_t>(x * x + y * y));
    }
  }
}

/// An odd number near the golden section of `count`, coprime to it.
unsigned spreading_factor(unsigned count) {
  auto factor = static_cast<unsigned>(count * 0.6180339887) | 1U;
  while (std::gcd(factor, count) != 1) factor += 2;
  return factor;
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream, dim3 block) {
  const dim3 blocks = rungs::grid_for(p.width, p.height, block);
  const std::uint64_t count = std::uint64_t{blocks.x} * blocks.y;
  const dim3 grid = rungs::linear_grid(count);
  distance::set_to_limit(p, v, stream);
  rungs::launch({grid, block, stream}, white_block_spread, v.image, p.width, p.height, v.out, p.distance_max, blocks.x,
                spreading_factor(count));
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white",
    .no_technique = "another order of blocks, to part their atomics",
    .idea = "blocks that run together are far apart",
    .versions = distance::in_blocks(launch),
    .tunable = true,
}};

}  // namespace
