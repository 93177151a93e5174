// The launch of gpu/3x3_v1 and its exchange, for the variants that differ from it in a kernel's addresses or its
// frames.
#pragma once

#include <rungs/device.hpp>
#include "cases/median/case.hpp"
#include "cases/median/network.hpp"

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

/// Puts the smaller of two pixels first: the mask keeps a difference that is not negative.
inline __device__ void order_by_sign(int& low, int& high) {
  const int difference = low - high;
  const int mask = ~(difference >> 8);
  high += difference & mask;
  low -= difference & mask;
}

template <std::size_t... step>
__device__ __forceinline__ int median_of_nine(int (&values)[9], std::index_sequence<step...>) {
  (order_by_sign(values[low_of<3, step>], values[high_of<3, step>]), ...);
  return values[Network<3>::middle];
}

}  // namespace median::inline RUNGS_BACKEND
