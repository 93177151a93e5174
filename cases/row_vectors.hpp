// A row of a plane as vectors of four floats, each on a 16-byte boundary, wherever the row itself begins. For
// kernels that write planes of any width with 16-byte stores. The plane itself is 16-byte aligned.
#pragma once

#include "cases/divisor.hpp"

namespace row_vectors::inline RUNGS_BACKEND {

/// The maximum number of vectors that a row of `width` pixels touches. The first may begin up to three pixels
/// left of the row, the last may end beyond it.
inline unsigned most(unsigned width) { return width % 4 == 0 ? width / 4 : (width + 6) / 4; }

/// The column at which row y's first vector begins: 0 to -3.
__device__ __forceinline__ int first_column(unsigned y, unsigned width) { return -static_cast<int>(y * width % 4); }

/// Of four pixels from `column` on, stores those that are in the row.
__device__ __forceinline__ void store_part(float* row, int column, unsigned width, float4 pixels) {
  const auto store = [=](int x, float pixel) {
    if (x >= 0 && x < static_cast<int>(width)) row[x] = pixel;
  };
  store(column, pixels.x);
  store(column + 1, pixels.y);
  store(column + 2, pixels.z);
  store(column + 3, pixels.w);
}

/// Stores four pixels from `column` on, as far as they are in the row: one 16-byte streaming store, except at
/// the row's ends.
__device__ __forceinline__ void store(float* row, int column, unsigned width, float4 pixels) {
  if (column >= 0 && column + 4 <= static_cast<int>(width)) {
    __stcs(reinterpret_cast<float4*>(row + column), pixels);
  } else {
    store_part(row, column, width, pixels);
  }
}

/// The index in a pattern row for column x >= -4 of the plane that repeats it.
inline __device__ unsigned place_of(int x, const division::Divisor& side) {
  return division::remainder(static_cast<unsigned>(x + 4 * static_cast<int>(side.value)), side);
}

inline __device__ unsigned next_place(unsigned place, unsigned side) { return place + 1 == side ? 0 : place + 1; }

/// Four pixels from `place` on, wrapping at the end of the row.
inline __device__ float4 four_pixels(const float* row, unsigned place, unsigned side) {
  float4 pixels;
  pixels.x = row[place];
  pixels.y = row[place = next_place(place, side)];
  pixels.z = row[place = next_place(place, side)];
  pixels.w = row[next_place(place, side)];
  return pixels;
}

}  // namespace row_vectors::inline RUNGS_BACKEND
