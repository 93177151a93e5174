// Computes the pixels of a plane one by one, 16 adjacent ones per thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/pipeline/window.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// Pixels of a row that one thread computes. Planes begin so that these pieces are aligned, see OnGpu.
inline constexpr int piece_pixels = 16;

/// The largest multiple of a piece that is at most `x`.
[[nodiscard]] __host__ __device__ inline std::int32_t piece_begin(std::int32_t x) {
  return x - (x % piece_pixels + piece_pixels) % piece_pixels;
}

/// Writes those of a piece's pixels that are in [first, last) of its columns; `to` points at the piece.
template <class Pixel>
__device__ __forceinline__ void store_piece(Pixel* to, const Pixel (&pixels)[piece_pixels], int first,
                                            int last) {
  constexpr std::size_t bytes = piece_pixels * sizeof(Pixel);
  if (last - first == piece_pixels && reinterpret_cast<std::size_t>(to) % sizeof(uint4) == 0) {
    uint4 words[bytes / sizeof(uint4)];
    memcpy(words, pixels, bytes);
#pragma unroll
    for (std::size_t i = 0; i < bytes / sizeof(uint4); ++i) reinterpret_cast<uint4*>(to)[i] = words[i];
    return;
  }
#pragma unroll
  for (int i = 0; i < piece_pixels; ++i) {
    if (i >= first && i < last) to[i] = pixels[i];
  }
}

/// `rows(x, y)`: a function of the column, for columns of the piece that holds (x, y).
template <class Pixel, class Rows>
__global__ void map_pixels(Plane<Pixel> out, Rows rows, unsigned across) {
  const auto row = blockIdx.x / across * blockDim.y + threadIdx.y;
  const auto piece = blockIdx.x % across * blockDim.x + threadIdx.x;
  const std::int64_t begin = piece_begin(out.window.x) + std::int64_t{piece} * piece_pixels;
  if (row >= out.window.height || begin >= out.window.right()) return;
  const auto x = static_cast<std::int32_t>(begin);
  const auto y = out.window.y + static_cast<std::int32_t>(row);
  const int first = max(out.window.x - x, 0);
  const int last = static_cast<int>(min(out.window.right() - begin, std::int64_t{piece_pixels}));
  const auto value = rows(x + first, y);
  Pixel pixels[piece_pixels];
#pragma unroll
  for (int i = 0; i < piece_pixels; ++i) {
    pixels[i] = i >= first && i < last ? value(x + i) : Pixel{0};
  }
  store_piece(out.at(out.window.x, y) + (x - out.window.x), pixels, first, last);
}

/// Computes all pixels of a plane.
template <class Pixel, class Rows>
void map(rungs::Stream stream, const Plane<Pixel>& out, const Rows& rows) {
  if (out.window.empty()) return;
  const dim3 block(32, 8);
  const std::int64_t columns = out.window.right() - piece_begin(out.window.x);
  const dim3 blocks = rungs::grid_for(static_cast<unsigned>((columns + piece_pixels - 1) / piece_pixels),
                                      out.window.height, block);
  rungs::launch({rungs::linear_grid(std::size_t{blocks.x} * blocks.y), block, stream},
                map_pixels<Pixel, Rows>, out, rows, blocks.x);
}

/// The same value everywhere.
template <class Pixel>
struct Constant {
  Pixel value;
  __device__ auto operator()(std::int32_t, std::int32_t) const {
    return [value = value](std::int32_t) { return value; };
  }
};

/// The pixels of another plane, whose coordinates are (x, y) less.
template <class Pixel>
struct Copied {
  Plane<const Pixel> from;
  std::int32_t x = 0;
  std::int32_t y = 0;
  __device__ auto operator()(std::int32_t, std::int32_t row) const {
    const Pixel* const at = from.at(-x, row - y);
    return [at](std::int32_t column) { return at[column]; };
  }
};

}  // namespace pipeline::inline RUNGS_BACKEND
