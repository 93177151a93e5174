// Shared by the variants that filter wide tiles: a thread filters a strip, a segment of 16 columns, two rows
// at a time from top to bottom. A Strip defines its number of rows, the width of the border that it keeps,
// `filter<aligned>(frame, first column, first row)` for a frame seen from the first column, how many blocks
// should fit on an SM, or 0 to let the compiler choose, and `Narrow`, the selection for frames narrower than
// a segment.
#pragma once

#include <algorithm>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/load.hpp"
#include "cases/median/gpu/narrow.hpp"

namespace median::inline RUNGS_BACKEND {

inline constexpr unsigned tile_columns = 32;  // segments per block
inline constexpr unsigned tile_rows = 4;      // strips per block

/// Filters one strip of a frame. The last segment of a row begins earlier if it is incomplete, and writes
/// some pixels again.
template <class Strip, bool aligned>
__device__ __forceinline__ void filter_strip(const Frame& frame, unsigned segment, unsigned strip) {
  const unsigned x = min(segment * segment_pixels, frame.width - segment_pixels);
  Strip::template filter<aligned>(frame.from_column(x), x, Strip::border + strip * Strip::rows);
}

/// A block is 32 segments wide and four strips high; grid.z is the number of frames.
template <class Strip, bool aligned>
__global__ void __launch_bounds__(tile_columns* tile_rows, Strip::blocks)
    filter_tiles(Frame first, unsigned segments, unsigned strips) {
  const unsigned segment = blockIdx.x * tile_columns + threadIdx.x;
  if (segment >= segments) return;
  const Frame frame = first.later(blockIdx.z);
  for (unsigned strip = blockIdx.y * tile_rows + threadIdx.y; strip < strips;
       strip += gridDim.y * tile_rows) {
    filter_strip<Strip, aligned>(frame, segment, strip);
  }
}

/// Filters `frames` frames with one tile per block.
template <class Strip>
inline void filter_frames(const Frame& first, unsigned frames, rungs::Stream stream) {
  constexpr unsigned window = 2 * Strip::border + 1;
  if (first.width < window || first.height < window) return;
  if (first.width < segment_pixels) {
    return filter_narrow<window, typename Strip::Narrow>(first, frames, stream);
  }
  const unsigned segments = segments_of(first.width);
  const unsigned strips = (first.height - window) / Strip::rows + 1;
  const dim3 blocks((segments - 1) / tile_columns + 1, std::min((strips - 1) / tile_rows + 1, 65535U),
                    frames);
  const auto kernel = rows_are_aligned(first.width) ? filter_tiles<Strip, true> : filter_tiles<Strip, false>;
  rungs::launch({blocks, dim3(tile_columns, tile_rows), stream}, kernel, first, segments, strips);
}

template <class Strip>
inline void launch_tiles(const Problem& p, const Views& v, rungs::Stream stream) {
  filter_frames<Strip>(first_frame(p, v), p.frames, stream);
}

}  // namespace median::inline RUNGS_BACKEND
