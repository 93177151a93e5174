// The strips of all frames, numbered consecutively: gpu/3x3_batch and later steps.
#pragma once

#include <limits>
#include "cases/median/gpu/pixels.hpp"

namespace median::inline RUNGS_BACKEND {

inline constexpr unsigned numbered_threads = 128;  // per block

/// Consecutive threads take the segments of a row of strips, then those of the next row, then those of the next frame.
template <class Strip, bool aligned>
__global__ void __launch_bounds__(numbered_threads)
    numbered_strips(Frame first, unsigned segments, unsigned strips, unsigned count) {
  const unsigned number = blockIdx.x * numbered_threads + threadIdx.x;
  if (number >= count) return;
  const unsigned row = number / segments;
  const unsigned frame = row / strips;
  filter_strip<Strip, aligned>(first.later(frame), number - row * segments, row - frame * strips);
}

template <class Strip> inline void launch_numbered(const Problem& p, const Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  const unsigned segments = segments_of(p.width);
  const unsigned strips = (p.height - 3) / Strip::rows + 1;
  const std::size_t count = std::size_t{segments} * strips * p.frames;
  if (count > std::numeric_limits<unsigned>::max() - numbered_threads)
    throw rungs::Unsupported("has more strips than 32 bits can number");
  const dim3 blocks(static_cast<unsigned>((count - 1) / numbered_threads + 1));
  rungs::launch({blocks, dim3(numbered_threads), stream},
                rows_are_aligned(p.width) ? numbered_strips<Strip, true> : numbered_strips<Strip, false>,
                first_frame(p, v), segments, strips, static_cast<unsigned>(count));
}

}  // namespace median::inline RUNGS_BACKEND
