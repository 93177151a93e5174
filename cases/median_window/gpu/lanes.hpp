// Four adjacent pixels of a row of results per thread, as two words of two 16-bit lanes.
//
// Pixel x shares a word with pixel x + 2, so that a word and the next hold two adjacent pixels twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median_window/case.hpp"

namespace median_window::inline RUNGS_BACKEND {

inline constexpr unsigned segment_pixels = 4;

/// Minima and maxima of two 16-bit lanes: an instruction on GPUs that have it (sm_90), a few on others.
struct OfLanes {
  static __device__ __forceinline__ unsigned min(unsigned a, unsigned b) { return __vminu2(a, b); }
  static __device__ __forceinline__ unsigned max(unsigned a, unsigned b) { return __vmaxu2(a, b); }
};

/// Twelve pixels of a row, the segment and four on either side.
template <class Pixel>
struct Twelve;

template <>
struct Twelve<std::uint16_t> {
  uint2 four[3];

  /// Pixels i and i + 2 in the two lanes.
  template <unsigned i>
  [[nodiscard]] __device__ __forceinline__ unsigned pair() const {
    const unsigned word[6] = {four[0].x, four[0].y, four[1].x, four[1].y, four[2].x, four[2].y};
    return __byte_perm(word[i / 2], word[i / 2 + 1], i % 2 == 0 ? 0x5410 : 0x7632);
  }
};

template <>
struct Twelve<std::uint8_t> {
  unsigned four[3];

  template <unsigned i>
  [[nodiscard]] __device__ __forceinline__ unsigned pair() const {
    constexpr unsigned low = i % 4;
    if constexpr (low < 2) {
      return __byte_perm(four[i / 4], 0, 0x4040U | (low + 2) << 8U | low);
    } else {
      return __byte_perm(four[i / 4], four[i / 4 + 1], (low + 2) << 8U | low) & 0x00FF00FFU;
    }
  }
};

__device__ __forceinline__ uint2 load_four(const std::uint16_t* from) {
  return __ldg(reinterpret_cast<const uint2*>(from));
}
__device__ __forceinline__ unsigned load_four(const std::uint8_t* from) {
  return __ldg(reinterpret_cast<const unsigned*>(from));
}

/// Moves a pixel in at the end of four; the first is lost.
__device__ __forceinline__ void push(uint2& four, std::uint16_t pixel) {
  four = make_uint2(four.x >> 16U | four.y << 16U, four.y >> 16U | unsigned{pixel} << 16U);
}
__device__ __forceinline__ void push(unsigned& four, std::uint8_t pixel) {
  four = four >> 8U | unsigned{pixel} << 24U;
}

/// The pixels from column x - 4 to x + 7. Those outside the row are undefined. Rows are aligned if their
/// width is a multiple of four pixels: these are three loads, otherwise twelve, in a loop that is not
/// unrolled so that it needs few registers.
template <class Pixel>
__device__ __forceinline__ Twelve<Pixel> load_twelve(const Pixel* row, unsigned x, unsigned width,
                                                     bool is_aligned) {
  Twelve<Pixel> pixels{};
  if (is_aligned) {
    if (x != 0) pixels.four[0] = load_four(row + x - 4);
    pixels.four[1] = load_four(row + x);
    if (x + 4 != width) pixels.four[2] = load_four(row + x + 4);
  } else {
#pragma unroll 1
    for (unsigned k = 0; k < 4; ++k) {
#pragma unroll
      for (unsigned i = 0; i < 3; ++i) {
        const unsigned column = max(x + 4 * i + k, 4U) - 4;
        push(pixels.four[i], __ldg(row + min(column, width - 1)));
      }
    }
  }
  return pixels;
}

/// Words of pixels x - border + i and x - border + i + 2, for i from 0 to 2 * border + 1: what the windows of
/// the first two pixels contain, and of the last two.
template <unsigned border, class Pixel, unsigned... i>
__device__ __forceinline__ void unpack(const Twelve<Pixel>& pixels, unsigned (&words)[2 * border + 2],
                                       std::integer_sequence<unsigned, i...>) {
  ((words[i] = pixels.template pair<4 - border + i>()), ...);
}

/// Writes the medians of pixels x and x + 2 (`even`) and x + 1 and x + 3 (`odd`), but not of the row's
/// border.
template <unsigned border, class Pixel>
__device__ __forceinline__ void store_lanes(Pixel* row, unsigned x, unsigned width, bool is_aligned,
                                            unsigned even, unsigned odd) {
  if (is_aligned && x >= border && x + 3 + border < width) {
    if constexpr (sizeof(Pixel) == 2) {
      *reinterpret_cast<uint2*>(row + x) =
          make_uint2(__byte_perm(even, odd, 0x5410), __byte_perm(even, odd, 0x7632));
    } else {
      *reinterpret_cast<unsigned*>(row + x) = __byte_perm(even, odd, 0x6240);
    }
    return;
  }
#pragma unroll
  for (unsigned i = 0; i < segment_pixels; ++i) {
    const unsigned word = i % 2 == 0 ? even : odd;
    if (x + i >= border && x + i + border < width)
      row[x + i] = static_cast<Pixel>(i < 2 ? word & 0xFFFFU : word >> 16U);
  }
}

}  // namespace median_window::inline RUNGS_BACKEND
