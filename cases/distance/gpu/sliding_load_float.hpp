// Loads a tile of an image of floats and its surroundings to shared memory, as bits: sliding_load.hpp for
// gpu/sliding_window_float.
#pragma once

#include "cases/distance/gpu/sliding_load.hpp"

namespace distance::sliding::inline RUNGS_BACKEND {

inline constexpr int lanes = 32;

/// Whether a pixel is white; pixels outside the image are not.
__device__ __forceinline__ float load_pixel(const float* image, int x, int y, int width, int image_height) {
  if (x < 0 || x >= width || y < 0 || y >= image_height) return 0.0F;
  return __ldg(image + rungs::at(x, y, width));
}

/// The tile's own columns as bits, one row per warp and turn, and a few rows loaded before the first is used.
template <bool Vectors>
__device__ __forceinline__ void load_own(Seam* bits, const float* image, Place place, int width,
                                         int image_height) {
  constexpr int rows_at_once = 2;
  constexpr int warps = threads / lanes;
  static_assert(rows % (warps * rows_at_once) == 0);
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  for (int row = static_cast<int>(threadIdx.x) / lanes; row < rows; row += warps * rows_at_once) {
    float pixels[rows_at_once][words];
#pragma unroll
    for (int i = 0; i < rows_at_once; ++i) {
#pragma unroll
      for (int word = 0; word < words; ++word) {
        pixels[i][word] = load_pixel(image, place.left + word * lanes + lane,
                                     place.top - reach + row + i * warps, width, image_height);
      }
    }
#pragma unroll
    for (int i = 0; i < rows_at_once; ++i) {
      unsigned mine = 0;
#pragma unroll
      for (int word = 0; word < words; ++word) {
        const unsigned white = __ballot_sync(0xFFFFFFFFU, pixels[i][word] != 0.0F);
        if (lane == word) mine = white;
      }
      if (lane >= words) continue;
      Seam* const entry = bits + (row + i * warps) * bits_per_row + lane;
      entry[0].y = __brev(mine);
      entry[1].x = mine;
    }
  }
}

/// The 16 pixels before the tile and the 16 after it as bits, a row per warp and load.
template <bool Vectors>
__device__ __forceinline__ void load_sides(Seam* bits, const float* image, Place place, int width,
                                           int image_height) {
  constexpr int rows_at_once = 8;
  constexpr int warps = threads / lanes;
  static_assert(rows % (warps * rows_at_once) == 0);
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  const int x = lane < 16 ? place.left - 16 + lane : place.left + columns + lane - 16;
  for (int row = static_cast<int>(threadIdx.x) / lanes; row < rows; row += warps * rows_at_once) {
    float pixels[rows_at_once];
#pragma unroll
    for (int i = 0; i < rows_at_once; ++i) {
      pixels[i] = load_pixel(image, x, place.top - reach + row + i * warps, width, image_height);
    }
#pragma unroll
    for (int i = 0; i < rows_at_once; ++i) {
      const unsigned white = __ballot_sync(0xFFFFFFFFU, pixels[i] != 0.0F);
      if (lane != 0) continue;
      Seam* const entry = bits + (row + i * warps) * bits_per_row;
      entry[0].x = white << 16U;
      entry[words].y = __brev(white >> 16U);
    }
  }
}

}  // namespace distance::sliding::inline RUNGS_BACKEND
