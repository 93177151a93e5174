// Finds which four pixels of a pattern row belong to four pixels of the target.
#pragma once

#include <rungs/device.hpp>

#include "cases/divisor.hpp"

namespace stitch::inline RUNGS_BACKEND {

/// The index in a pattern row for column x >= -4 of the target.
__device__ __forceinline__ unsigned place_of(int x, const division::Divisor& side) {
  return division::remainder(static_cast<unsigned>(x + 4 * static_cast<int>(side.value)), side);
}

__device__ __forceinline__ unsigned next_place(unsigned place, unsigned side) {
  return place + 1 == side ? 0 : place + 1;
}

/// Four pixels from `place` on, wrapping at the end of the row.
__device__ __forceinline__ float4 four_pixels(const float* row, unsigned place, unsigned side) {
  float4 pixels;
  pixels.x = row[place];
  pixels.y = row[place = next_place(place, side)];
  pixels.z = row[place = next_place(place, side)];
  pixels.w = row[next_place(place, side)];
  return pixels;
}

}  // namespace stitch::inline RUNGS_BACKEND
