// Places a repeater at every point of an oblique lattice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace reference {

/// A lattice vector, in pixels.
struct LatticeVector {
  int x = 0;
  int y = 0;
};

/// What is placed where. Repetition (i, j), for all integers i and j, starts at i*u + j*v and covers side x
/// side pixels of the target, as far as they are in it. A repeater pixel of value 0 is transparent: it covers
/// nothing.
struct Placement {
  std::span<const float> repeater;  ///< side x side pixels, row-major: integers, not negative
  unsigned side = 1;
  LatticeVector u;  ///< not parallel to v
  LatticeVector v;
  unsigned width = 1;  ///< of the target, whose planes below are row-major
  unsigned height = 1;
};

// All of these use at most `threads` threads, 0 for one per core; no result depends on it. Sums must stay
// below 2^24, so that they are exact.

/// The mean, rounded once, of the values that cover a pixel; 0 if none does.
void uv_mean(const Placement& placement, std::span<float> target, unsigned threads = 0);

/// The sum of the values that cover a pixel.
void uv_sum(const Placement& placement, std::span<float> target, unsigned threads = 0);

/// Any one of the values that cover a pixel (which one is not specified, but always the same); 0 if none
/// does.
void uv_one_of(const Placement& placement, std::span<float> target, unsigned threads = 0);

/// Pixels with a value that is not allowed.
struct UvFaults {
  std::uint64_t count = 0;
  std::size_t first = 0;  ///< index of the first one in row-major order
  double max_error = 0;   ///< largest distance to the nearest allowed value; infinite for a NaN
};

/// Checks that each pixel of `target` holds one of the values that cover it, or 0 if none does.
[[nodiscard]] UvFaults uv_check_one_of(const Placement& placement, std::span<const float> target, unsigned threads = 0);

/// The values that cover pixel (x, y), in no specified order.
[[nodiscard]] std::vector<float> uv_candidates(const Placement& placement, unsigned x, unsigned y);

}  // namespace reference
