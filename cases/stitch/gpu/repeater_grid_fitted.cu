// gpu/repeater_grid with blocks that fit the pattern.
// Blocks of 32x32 cover a pattern of 45x45 with 4096 threads, and 2071 of them do nothing. Here the host
// tries the shapes of up to 256 threads and takes the one whose warps have the fewest idle threads; among
// equals the smallest block, which spreads the few threads over more multiprocessors. That should be the
// larger gain: 128x128 has no idle threads, but 512 blocks of one warp instead of 16 of 32. Blocks are at
// least a warp wide, or as wide as the pattern, so that a warp still stores long pieces of a row. The cost:
// with other widths than multiples of 32 some warps store parts of two rows, and the main cost stays, there
// are only as many threads as the pattern has pixels.
#include <algorithm>
#include <rungs/device.hpp>
#include "cases/stitch/case.hpp"

namespace {

constexpr unsigned most_threads = 256;

__global__ void repeater_grid(float* target, unsigned width, unsigned height, const float* repeater,
                              stitch::Sides sides) {
  const unsigned first_x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned first_y = blockIdx.y * blockDim.y + threadIdx.y;
  if (first_x >= sides.width || first_y >= sides.height) return;
  const float value = repeater[first_y * sides.width + first_x];
  for (unsigned y = first_y; y < height; y += sides.height) {
    for (unsigned x = first_x; x < width; x += sides.width) target[rungs::at(x, y, width)] = value;
  }
}

/// The threads of a block's warps, also of a last one that is not full.
unsigned in_warps(dim3 block) { return (block.x * block.y + 31) / 32 * 32; }

/// The threads of all warps that blocks of this shape need for the pattern.
unsigned long long in_all_warps(const stitch::Sides& pattern, dim3 block) {
  const dim3 blocks = rungs::grid_for(pattern.width, pattern.height, block);
  return 1ULL * blocks.x * blocks.y * in_warps(block);
}

/// The block with the fewest idle threads.
dim3 fitted_block(const stitch::Sides& pattern) {
  const unsigned narrowest = std::min(pattern.width, 32U);
  dim3 best(narrowest, 1);
  for (unsigned x = narrowest; x <= std::min(pattern.width, most_threads); ++x) {
    for (unsigned y = 1; y <= std::min(pattern.height, most_threads / x); ++y) {
      const dim3 block(x, y);
      const auto needed = in_all_warps(pattern, block);
      const auto least = in_all_warps(pattern, best);
      if (needed < least || (needed == least && in_warps(block) < in_warps(best))) best = block;
    }
  }
  return best;
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const dim3 block = fitted_block(p.repeater);
  rungs::launch({rungs::grid_for(p.repeater.width, p.repeater.height, block), block, stream}, repeater_grid, v.target,
                p.width, p.height, v.repeater, p.repeater);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/repeater_grid",
    .technique = {"grid"},
    .idea = "blocks that fit the pattern: few idle threads, on more multiprocessors",
    .launch = launch,
}};

}  // namespace
