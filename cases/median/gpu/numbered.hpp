// Numbers the strips of all frames consecutively, for variants whose blocks should have no thread without
// work.
#pragma once

#include <cstddef>
#include <limits>
#include <rungs/device.hpp>

#include "cases/median/gpu/tiles.hpp"

namespace median::inline RUNGS_BACKEND {

inline constexpr unsigned numbered_threads = 128;

/// Consecutive threads take the segments of a row of strips, then those of the next row, then those of the
/// next frame.
template <class Strip, bool aligned>
__global__ void __launch_bounds__(numbered_threads, Strip::blocks)
    filter_numbered(Frame first, unsigned segments, unsigned strips, unsigned count) {
  const unsigned number = blockIdx.x * numbered_threads + threadIdx.x;
  if (number >= count) return;
  const unsigned row = number / segments;
  const unsigned frame = row / strips;
  filter_strip<Strip, aligned>(first.later(frame), number - row * segments, row - frame * strips);
}

template <class Strip>
inline void launch_numbered(const Problem& p, const Views& v, rungs::Stream stream) {
  constexpr unsigned window = 2 * Strip::border + 1;
  if (p.width < window || p.height < window) return;
  const Frame first = first_frame(p, v);
  if (p.width < segment_pixels) {
    return filter_narrow<window, typename Strip::Narrow>(first, p.frames, stream);
  }
  const unsigned segments = segments_of(p.width);
  const unsigned strips = (p.height - window) / Strip::rows + 1;
  const std::size_t count = std::size_t{segments} * strips * p.frames;
  if (count > std::numeric_limits<unsigned>::max() - numbered_threads) {
    throw rungs::Unsupported("has more strips than 32 bits can number");
  }
  const dim3 blocks(static_cast<unsigned>((count - 1) / numbered_threads + 1));
  const auto kernel =
      rows_are_aligned(p.width) ? filter_numbered<Strip, true> : filter_numbered<Strip, false>;
  rungs::launch({blocks, dim3(numbered_threads), stream}, kernel, first, segments, strips,
                static_cast<unsigned>(count));
}

}  // namespace median::inline RUNGS_BACKEND
