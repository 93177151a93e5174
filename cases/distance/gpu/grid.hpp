// The grid of every variant: a thread a pixel.
#pragma once

#include <algorithm>

#include "cases/distance/case.hpp"
#include "harness/device.hpp"

namespace distance {

// What lies in these headers is static: the CUDA and the simulator build of one source meet in one program.

/// A warp is a piece of a row. No more than 256 threads, because the work is spread unevenly: a block keeps
/// its place until the last of its warps is done, and one of 1024 threads leaves half of an SM empty as soon
/// as a thread needs more than 32 registers.
static const dim3 block(32, 8);

/// Blocks that cover the image; where it has more rows than a grid can be high, their threads walk on.
static inline dim3 blocks_for(const Problem& p) {
  dim3 blocks = rungs::cover(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  return blocks;
}

}  // namespace distance
