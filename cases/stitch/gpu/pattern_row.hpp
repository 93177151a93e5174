// Where in a row of the pattern four pixels of the target come from.
#pragma once

#include "cases/divisor.hpp"
#include "harness/device.hpp"

namespace stitch {

// Static, since the CUDA and the simulator build of one source meet in one program.

/// The place in a pattern row that column x >= -4 of the target shows.
static __device__ __forceinline__ unsigned place_of(int x, const division::Divisor& side) {
  return division::remainder(static_cast<unsigned>(x + 4 * static_cast<int>(side.value)), side);
}

static __device__ __forceinline__ unsigned next_place(unsigned place, unsigned side) {
  return place + 1 == side ? 0 : place + 1;
}

/// Four pixels from `place` on; where the row ends, it starts again.
static __device__ __forceinline__ float4 four_pixels(const float* row, unsigned place, unsigned side) {
  float4 pixels;
  pixels.x = row[place];
  pixels.y = row[place = next_place(place, side)];
  pixels.z = row[place = next_place(place, side)];
  pixels.w = row[next_place(place, side)];
  return pixels;
}

}  // namespace stitch
