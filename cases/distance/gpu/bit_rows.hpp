// Rows of pixels as bits, and how to find the distance along a row in them.
#pragma once

#include "cases/distance/gpu/grid.hpp"

namespace distance::inline RUNGS_BACKEND {

/// 32 pixels of a row, 1 where white: with the leftmost pixel in bit 0 (x), and mirrored, in bit 31 (y). With
/// both, the pixels on either side of one can be shifted so that the nearest is in bit 31.
using Bits = uint2;

__device__ __forceinline__ Bits both_ways(unsigned leftmost_low) {
  return make_uint2(leftmost_low, __brev(leftmost_low));
}

/// Words on either side of one that hold all pixels up to `radius` - 1 away.
inline __host__ __device__ int margin_words(int radius) { return (radius - 1) / 32 + 1; }

/// Distance from pixel `bit` of `*word` to the nearest white one in its row, at most `radius`. There are
/// margin_words(radius) words before `word` and as many after it.
__device__ __forceinline__ int bit_distance(const Bits* word, unsigned bit, int radius) {
  for (int i = 0; 32 * i < radius; ++i) {
    // Bit 31 - d: is there a white pixel d (or 32 i + d) to the left or right?
    const unsigned near =
        __funnelshift_rc(word[-i - 1].x, word[-i].x, bit + 1) | __funnelshift_l(word[i + 1].y, word[i].y, bit);
    if (near != 0) return min(32 * i + __clz(static_cast<int>(near)), radius);
  }
  return radius;
}

/// A row of an image as a source of pixels; those outside the image are black.
struct ImageRow {
  const std::uint8_t* row;
  bool inside;
  int width;

  __device__ __forceinline__ ImageRow(const std::uint8_t* image, int y, int width_, int height)
      : row(image + (y >= 0 && y < height ? rungs::at(0, y, width_) : 0)),
        inside(y >= 0 && y < height),
        width(width_) {}
  /// Pixel x; 0 if it is not `wanted`.
  __device__ __forceinline__ std::uint8_t operator()(int x, bool wanted) const {
    return inside && wanted && x >= 0 && x < width ? row[x] : std::uint8_t{0};
  }
};

/// Loads 32 pixels for each of `count` words, one pixel per lane, into bits[0] to bits[count - 1]. `pixel(x,
/// wanted)`: the row's pixels; `from`: x of the first. All lanes of the warp must call it.
template <class Row> __device__ __forceinline__ void gather_row(Bits* bits, int count, const Row& pixel, int from) {
  constexpr int at_once = 4;
  const int lane = static_cast<int>(threadIdx.x + threadIdx.y * blockDim.x) % 32;
  for (int first = 0; first < count; first += at_once) {
    std::uint8_t held[at_once];
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      held[i] = pixel(from + 32 * (first + i) + lane, first + i < count);
    }
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const unsigned white = __ballot_sync(0xFFFFFFFFU, held[i] != 0);
      if (lane == i && first + i < count) bits[first + i] = both_ways(white);
    }
  }
}

}  // namespace distance::inline RUNGS_BACKEND
