// The launch of gpu/3x3_v1 and of the variants that differ from it in a kernel's addresses.
#pragma once

#include <cstdint>
#include <rungs/device.hpp>
#include "cases/median/case.hpp"

namespace median::inline RUNGS_BACKEND {

/// Runs `kernel(height, width, image, filtered)` with a thread for each window and blocks of `columns` x `rows`. Throws
/// rungs::Unsupported for frames whose pixels an int cannot number.
template <auto kernel, unsigned columns, unsigned rows>
void launch_pixels(const Problem& p, const Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  if (p.area() > INT32_MAX) throw rungs::Unsupported("addresses a frame by ints: needs less than 2^31 pixels");
  const dim3 block(columns, rows);
  dim3 blocks = rungs::grid_for(p.width - 2, p.height - 2, block);
  blocks.z = p.frames;
  rungs::launch({blocks, block, stream}, kernel, p.height, p.width, v.image, v.filtered);
}

}  // namespace median::inline RUNGS_BACKEND
