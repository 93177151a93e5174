// The blending of one pixel, for the host variants that loop over the target.
#pragma once

#include "cases/uv/case.hpp"

namespace uv {

/// Repetitions to try for a pixel: all (i, j) of both ranges, inclusive.
struct Tried {
  std::int64_t first_i, last_i;
  std::int64_t first_j, last_j;
};

/// The mean of the opaque repeater pixels that the tried repetitions put on (x, y); 0 if they put none there.
inline float mean_at(const Views& v, const Lattice& l, std::int64_t side, std::int64_t x, std::int64_t y,
                     const Tried& tried) {
  float sum = 0;
  int count = 0;
  for (std::int64_t j = tried.first_j; j <= tried.last_j; ++j) {
    for (std::int64_t i = tried.first_i; i <= tried.last_i; ++i) {
      const std::int64_t in_x = x - i * l.ux - j * l.vx;
      const std::int64_t in_y = y - i * l.uy - j * l.vy;
      if (in_x < 0 || in_x >= side || in_y < 0 || in_y >= side) continue;
      const float value = v.repeater[in_y * side + in_x];
      sum += value;
      count += value != 0 ? 1 : 0;
    }
  }
  return count != 0 ? sum / static_cast<float>(count) : 0.0F;
}

}  // namespace uv
