// How the sixteen pixels of a segment lie in registers: unpacked into words of two 16-bit lanes, and packed
// again.
//
// A lane can hold its pixel in the upper byte. The lower byte then holds whatever was next to it and costs
// nothing: the upper byte decides minima and maxima first, so the upper byte of a network's result is right.
// Or a lane holds its pixel as a number, in the lower byte, with zeros in the upper byte; that takes a few
// more instructions.
#pragma once

#include "cases/median/gpu/load.hpp"

namespace median::inline RUNGS_BACKEND {

/// Which byte of a lane holds the pixel.
enum class LaneByte { upper, lower };

/// Pixels x and x + 8 of a segment, for x from -border to 7 + border, in the lanes of lanes[x + border].
template <LaneByte place, unsigned border>
__device__ __forceinline__ void spread(const Segment& s, unsigned (&lanes)[8 + 2 * border]) {
  constexpr bool upper = place == LaneByte::upper;
  constexpr unsigned lower_bytes = 0x00FF00FF;
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    // Four pixels of both halves: 0, 1, 8, 9, then 2, 3, 10, 11 and so on. The even ones are in the lower
    // bytes.
    const unsigned four = __byte_perm(s.word[i / 2], s.word[i / 2 + 2], i % 2 == 0 ? 0x5410 : 0x7632);
    lanes[border + 2 * i] = upper ? four << 8 : four & lower_bytes;
    lanes[border + 2 * i + 1] = upper ? four : __byte_perm(four, 0, 0x4341);
  }
#pragma unroll
  for (unsigned i = 1; i <= border; ++i) {
    // Pixels -i and 8 - i are byte 4 - i of their words, pixels 7 + i and 15 + i byte i - 1.
    const unsigned left = (4 - i) | (8 - i) << 8;
    const unsigned right = (i - 1) | (i + 3) << 8;
    lanes[border - i] = __byte_perm(s.left, s.word[1], upper ? left << 4 : left);
    lanes[border + 7 + i] = __byte_perm(s.word[2], s.right, upper ? right << 4 : right);
    if (!upper) lanes[border - i] &= lower_bytes;
    if (!upper) lanes[border + 7 + i] &= lower_bytes;
  }
}

/// The pixels in the lanes, in memory order.
template <LaneByte place>
__device__ __forceinline__ uint4 gather(const unsigned (&lanes)[8]) {
  unsigned four[4];  // pixels 0, 1, 8, 9, then 2, 3, 10, 11 and so on
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    four[i] = place == LaneByte::upper ? __byte_perm(lanes[2 * i], lanes[2 * i + 1], 0x7351)
                                       : lanes[2 * i + 1] * 256 + lanes[2 * i];
  }
  return make_uint4(__byte_perm(four[0], four[1], 0x5410), __byte_perm(four[2], four[3], 0x5410),
                    __byte_perm(four[0], four[1], 0x7632), __byte_perm(four[2], four[3], 0x7632));
}

}  // namespace median::inline RUNGS_BACKEND
