// Stores sixteen pixels of a row at a time, and keeps the border of the frame.
#pragma once

#include "cases/median/gpu/load.hpp"

namespace median::inline RUNGS_BACKEND {

template <class T>
__device__ __forceinline__ void store(std::uint8_t* to, T value) {
  *reinterpret_cast<T*>(to) = value;
}

/// Writes bytes `begin` to `end` - 1 of 16, one by one.
__device__ __forceinline__ void store_bytes(std::uint8_t* to, uint4 pixels, unsigned begin, unsigned end) {
  const unsigned word[4] = {pixels.x, pixels.y, pixels.z, pixels.w};
#pragma unroll
  for (unsigned i = 0; i < segment_pixels; ++i) {
    if (i >= begin && i < end) to[i] = static_cast<std::uint8_t>(word[i / 4] >> (8 * (i % 4)));
  }
}

/// Writes 16 bytes to a 16-byte aligned address, except for the first and last `border` ones of a row.
template <unsigned border>
__device__ __forceinline__ void store_aligned(std::uint8_t* to, uint4 pixels, bool first, bool last) {
  if (!first && !last) {
    store(to, pixels);
  } else if (!last) {
    if constexpr (border < 2) to[1] = static_cast<std::uint8_t>(pixels.x >> 8);
    store(to + 2, static_cast<std::uint16_t>(pixels.x >> 16));
    store(to + 4, pixels.y);
    store(to + 8, make_uint2(pixels.z, pixels.w));
  } else if (!first) {
    store(to, make_uint2(pixels.x, pixels.y));
    store(to + 8, pixels.z);
    store(to + 12, static_cast<std::uint16_t>(pixels.w));
    if constexpr (border < 2) to[14] = static_cast<std::uint8_t>(pixels.w >> 16);
  } else {
    store_bytes(to, pixels, border, segment_pixels - border);
  }
}

/// Writes 16 bytes to any address: three full words, and the bytes before and after them one by one.
__device__ __forceinline__ void store_unaligned(std::uint8_t* to, uint4 pixels) {
  const auto before = static_cast<unsigned>(-reinterpret_cast<std::uintptr_t>(to) % 4);
  store_bytes(to, pixels, 0, before);
  store(to + before, __funnelshift_r(pixels.x, pixels.y, 8 * before));
  store(to + before + 4, __funnelshift_r(pixels.y, pixels.z, 8 * before));
  store(to + before + 8, __funnelshift_r(pixels.z, pixels.w, 8 * before));
  store_bytes(to, pixels, before + 12, segment_pixels);
}

/// Writes the medians of the segment of row y of a frame that is seen from column x; the frame's border is
/// kept.
template <bool aligned, unsigned border>
__device__ __forceinline__ void store_segment(const Frame& frame, unsigned x, unsigned y, uint4 pixels) {
  std::uint8_t* const to = frame.filtered + std::size_t{y} * frame.width;
  if constexpr (aligned) {
    store_aligned<border>(to, pixels, x == 0, x + segment_pixels == frame.width);
  } else {
    const unsigned begin = x < border ? border - x : 0;
    const unsigned end = min(frame.width - border - x, segment_pixels);
    if (begin == 0 && end == segment_pixels) {
      store_unaligned(to, pixels);
    } else {
      store_bytes(to, pixels, begin, end);
    }
  }
}

}  // namespace median::inline RUNGS_BACKEND
