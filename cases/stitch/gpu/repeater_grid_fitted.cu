// gpu/repeater_grid with blocks that fit the pattern, and the GPU.
// Blocks of 32x32 cover a pattern of 45x45 with 4096 threads, and 2071 of them do nothing. Here the host tries the
// shapes of up to 256 threads and takes the one whose warps have the fewest idle threads, of those that make a block
// for every multiprocessor, or as many as the pattern can; among equals the smallest. On a GPU of more than 100
// multiprocessors that is one warp for patterns of 16 to 128 pixels: 512 blocks for 128x128 instead of 16. Blocks are
// at least a warp wide, or as wide as the pattern, so that a warp still stores long pieces of a row. The main cost
// stays: there are only as many threads as the pattern has pixels. Fewer blocks than multiprocessors are slow, and how
// slow depends on the chip. An H100 placed 12 of 40 blocks in one cluster of multiprocessors (GPC) and four in each of
// the others, and the 12 shared that cluster's way to memory. Other chips of the model have clusters of other sizes.
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

unsigned blocks_of(const stitch::Sides& pattern, dim3 block) {
  const dim3 blocks = rungs::grid_for(pattern.width, pattern.height, block);
  return blocks.x * blocks.y;
}

/// The threads of all warps that blocks of this shape need for the pattern.
unsigned long long in_all_warps(const stitch::Sides& pattern, dim3 block) {
  return 1ULL * blocks_of(pattern, block) * in_warps(block);
}

/// The block with the fewest idle threads, of those that make as many blocks as the GPU has multiprocessors.
dim3 fitted_block(const stitch::Sides& pattern) {
  const unsigned narrowest = std::min(pattern.width, 32U);
  dim3 best(narrowest, 1);
  const unsigned enough = std::min(blocks_of(pattern, best), rungs::multiprocessors());
  for (unsigned x = narrowest; x <= std::min(pattern.width, most_threads); ++x) {
    for (unsigned y = 1; y <= std::min(pattern.height, most_threads / x); ++y) {
      const dim3 block(x, y);
      if (blocks_of(pattern, block) < enough) continue;
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
    .idea = "blocks that fit the pattern: few idle threads, on all multiprocessors",
    .launch = launch,
}};

}  // namespace
