// A gray image in memory.
#pragma once

#include <cstdint>
#include <vector>

namespace rungs {

/// Row-major, one byte per pixel, 0 is black.
struct GrayImage {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<std::uint8_t> pixels;
};

}  // namespace rungs
