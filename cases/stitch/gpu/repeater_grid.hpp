// The kernel with one thread per pattern pixel, for blocks of any shape.
#pragma once

#include <rungs/device.hpp>

#include "cases/stitch/case.hpp"

namespace stitch::inline RUNGS_BACKEND {

static __global__ void repeater_grid(float* target, unsigned width, unsigned height, const float* repeater,
                                     Sides sides) {
  const unsigned first_x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned first_y = blockIdx.y * blockDim.y + threadIdx.y;
  if (first_x >= sides.width || first_y >= sides.height) return;
  const float value = repeater[first_y * sides.width + first_x];
  for (unsigned y = first_y; y < height; y += sides.height) {
    for (unsigned x = first_x; x < width; x += sides.width) target[rungs::at(x, y, width)] = value;
  }
}

/// Queues the kernel with as many blocks of `block` threads as cover the pattern.
inline void launch_repeater_grid(const Problem& p, const Views& v, dim3 block, rungs::Stream stream) {
  rungs::launch({rungs::grid_for(p.repeater.width, p.repeater.height, block), block, stream}, repeater_grid,
                v.target, p.width, p.height, v.repeater, p.repeater);
}

}  // namespace stitch::inline RUNGS_BACKEND
