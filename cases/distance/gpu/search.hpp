// The search of a black pixel's window, with the window cut at the image's borders once.
#pragma once

#include <cstdint>
#include <rungs/device.hpp>

namespace distance::inline RUNGS_BACKEND {

/// Squared distance from pixel (x, y) to the nearest white one, at most radius * radius. White is not 0.
inline __device__ unsigned nearest_white(const std::uint8_t* image, int x, int y, int width, int height, int radius) {
  if (image[rungs::at(x, y, width)] != 0) return 0;
  int nearest = radius * radius;
  for (int dy = max(-radius, -y); dy < min(radius, height - y); ++dy) {
    const std::uint8_t* const row = image + rungs::at(x, y + dy, width);
    for (int dx = max(-radius, -x); dx < min(radius, width - x); ++dx) {
      if (row[dx] != 0) nearest = min(nearest, dx * dx + dy * dy);
    }
  }
  return static_cast<unsigned>(nearest);
}

}  // namespace distance::inline RUNGS_BACKEND
