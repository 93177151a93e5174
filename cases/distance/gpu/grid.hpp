// The grid of every variant: one thread per pixel.
#pragma once

#include <algorithm>
#include <rungs/device.hpp>

#include "cases/distance/case.hpp"

namespace distance::inline RUNGS_BACKEND {

/// A warp is a piece of a row. At most 256 threads, because the work is uneven: a block keeps its place until
/// its last warp is done, and a block of 1024 threads leaves half of an SM empty as soon as a thread needs
/// more than 32 registers.
inline const dim3 block(32, 8);

/// Blocks that cover the image. If it has more rows than a grid can have, the threads loop.
inline dim3 blocks_for(const Problem& p) {
  dim3 blocks = rungs::grid_for(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  return blocks;
}

}  // namespace distance::inline RUNGS_BACKEND
