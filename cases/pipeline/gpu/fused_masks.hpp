// Masks that the profile's kernels compute for themselves: bits instead of pixels in memory.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/pipeline/gpu/nodes.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// Bits [first, last) of a piece; the numbers may lie beyond it.
[[nodiscard]] __device__ __forceinline__ unsigned bits_between(int first, int last) {
  first = max(first, 0);
  last = min(last, piece_pixels);
  return first < last ? (1U << last) - (1U << first) : 0U;
}

/// The blobs as a mask, in the coordinates of the profile.
struct BlobBits {
  Frame frame;
  std::int32_t x, y;  ///< of the mask's first pixel
  std::uint32_t seed;

  [[nodiscard]] __device__ __forceinline__ bool has_row(int row) const {
    return row >= y && row - y < static_cast<int>(frame.height);
  }
  /// 16 pixels, leftmost lowest: the part of a disc in a row is one span.
  __device__ __forceinline__ unsigned piece(int column, int row) const {
    const int begin = column - x;
    const int width = static_cast<int>(frame.width);
    if (!has_row(row) || begin + piece_pixels <= 0 || begin >= width) return 0;
    const int first_cell = max(begin, 0) / Blob::cell;
    const int last_cell = min(begin + piece_pixels - 1, width - 1) / Blob::cell;
    unsigned bits = span(first_cell, row - y, begin);
    if (last_cell != first_cell) bits |= span(last_cell, row - y, begin);
    return bits & bits_between(-begin, width - begin);
  }
  [[nodiscard]] __device__ __forceinline__ bool is_white(int column, int row) const {
    const int at = column - x;
    const bool held = has_row(row) && at >= 0 && at < static_cast<int>(frame.width);
    return held && blob_at(at, row - y, seed).covers(at, row - y);
  }

 private:
  [[nodiscard]] __device__ __forceinline__ unsigned span(int cell, int line, int begin) const {
    const Blob blob = blob_at(cell * Blob::cell, line, seed);
    const int above = line - blob.y;
    const int left = blob.radius_squared - above * above;
    if (left < 0) return 0;
    const int half = static_cast<int>(sqrtf(static_cast<float>(left)));  // exact below 2^24
    return bits_between(blob.x - half - begin, blob.x + half + 1 - begin);
  }
};

/// A repeated pattern as a mask, in the coordinates of the profile.
template <class Pixel>
struct RepeatedBits {
  RepeatedPixels<Pixel> repeated;
  Frame frame;
  std::int32_t x, y;  ///< of the mask's first pixel

  __device__ __forceinline__ unsigned piece(int column, int row) const {
    const int begin = column - x;
    const int width = static_cast<int>(frame.width);
    const bool outside =
        row < y || row - y >= static_cast<int>(frame.height) || begin + piece_pixels <= 0 || begin >= width;
    if (outside) return 0;
    const auto value = repeated(begin, row - y);
    unsigned bits = 0;
#pragma unroll
    for (int i = 0; i < piece_pixels; ++i) bits |= (value(begin + i) != 0 ? 1U : 0U) << i;
    return bits & bits_between(-begin, width - begin);
  }
  [[nodiscard]] __device__ __forceinline__ bool is_white(int column, int row) const {
    const int at = column - x;
    const int line = row - y;
    const bool held =
        line >= 0 && line < static_cast<int>(frame.height) && at >= 0 && at < static_cast<int>(frame.width);
    return held && repeated(at, line)(at) != 0;
  }
};

}  // namespace pipeline::inline RUNGS_BACKEND
