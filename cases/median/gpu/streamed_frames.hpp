// Frames that come from the host and go back to it, each on one of four streams.
//
// The download must not change the border. The first and last row are simply not sent. The two side columns
// lie between the rows, so those two bytes per row are first read from the host's own copy, which keeps the
// download one contiguous piece.
#pragma once

#include <algorithm>
#include <rungs/device.hpp>
#include "cases/median/case.hpp"

namespace median::inline RUNGS_BACKEND {

inline constexpr unsigned side_streams = 4;

/// `host` is pinned memory, which a GPU reads over the bus.
static __global__ void fetch_side_columns(std::uint8_t* filtered, const std::uint8_t* host, unsigned width,
                                          unsigned height) {
  const unsigned y = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (y >= height - 1) return;
  filtered[rungs::at(0, y, width)] = host[rungs::at(0, y, width)];
  filtered[rungs::at(width - 1, y, width)] = host[rungs::at(width - 1, y, width)];
}

/// `filter(image, filtered, stream)` launches a filter of one frame.
template <class Filter> inline void stream_frames(const rungs::Call<Case>& call, const Filter& filter) {
  const Problem& p = call.problem;
  const unsigned used = std::min(side_streams, p.frames);
  rungs::Stream sides[side_streams];
  for (unsigned i = 0; i < used; ++i) sides[i] = rungs::fork(call.stream, i);

  for (unsigned frame = 0; frame < p.frames; ++frame) {
    // Each frame has its own memory on the device, so that none waits for another's to become free.
    const rungs::Stream side = sides[frame % used];
    const std::size_t first = frame * p.area();
    std::uint8_t* const filtered = call.views.filtered + first;
    rungs::upload(call.views.image + first, call.host.image + first, p.area(), side);
    if (p.width < 3 || p.height < 3) continue;  // nothing to filter, and nothing to send back
    rungs::launch({dim3((p.height - 2 + 127) / 128), dim3(128), side}, fetch_side_columns, filtered,
                  call.host.filtered + first, p.width, p.height);
    filter(call.views.image + first, filtered, side);
    const std::size_t inner = rungs::at(1, 1, p.width);
    const std::size_t inner_end = rungs::at(p.width - 1, p.height - 2, p.width);
    rungs::download(call.host.filtered + first + inner, filtered + inner, inner_end - inner, side);
  }
  rungs::join(call.stream, used);
}

}  // namespace median::inline RUNGS_BACKEND
