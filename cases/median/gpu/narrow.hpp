// For variants with wide segments: filters frames that are narrower than a segment, with one thread per
// pixel.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/gpu/lanes.hpp"
#include "cases/median/gpu/load.hpp"
#include "cases/median/gpu/network_walk.hpp"

namespace median::inline RUNGS_BACKEND {

/// Filters the pixels of all frames, `windows` in total, one by one. `Select` computes the result from the
/// pixels of a window.
template <unsigned window, class Select>
__global__ void filter_pixels(Frame frame, std::size_t windows) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  const unsigned columns = frame.width - window + 1;
  const unsigned rows = frame.height - window + 1;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < windows; i += stride) {
    const auto x = static_cast<unsigned>(i % columns);
    const auto y = static_cast<unsigned>(i / columns % rows);
    const std::size_t top_left =
        i / columns / rows * rungs::at(0, frame.height, frame.width) + rungs::at(x, y, frame.width);
    unsigned values[window * window];
#pragma unroll
    for (unsigned place = 0; place < window * window; ++place) {
      values[place] = frame.image[top_left + rungs::at(place % window, place / window, frame.width)];
    }
    frame.filtered[top_left + rungs::at(window / 2, window / 2, frame.width)] =
        static_cast<std::uint8_t>(Select{}(values));
  }
}

/// Filters frames of any width; neither side may be below `window`.
template <unsigned window, class Select>
inline void filter_narrow(const Frame& first, unsigned frames, rungs::Stream stream) {
  constexpr unsigned threads = 128;
  const std::size_t windows = std::size_t{frames} * (first.width - window + 1) * (first.height - window + 1);
  const auto blocks = static_cast<unsigned>(std::min<std::size_t>((windows - 1) / threads + 1, 1U << 20U));
  rungs::launch({dim3(blocks), dim3(threads), stream}, filter_pixels<window, Select>, first, windows);
}

}  // namespace median::inline RUNGS_BACKEND
