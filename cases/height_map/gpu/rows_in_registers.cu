// A warp walks down a strip of 128 columns: a row's heights stay in registers until the row below has used
// them. Loads of 16 bytes, four rows at a time.
// Compared with gpu/one_pixel, a height is loaded once instead of up to four times, with a quarter of the
// instructions, and 64 bytes per thread are under way. The right neighbour comes from the next lane by a
// shuffle. The differences along a row serve the cells above and below. No barrier until the strip is done,
// and no passes: the block that finishes last adds the blocks' sums, as in reduce/gpu/one_launch. The cost:
// the rows between two strips are loaded by both, one row in 33. The volume and the projected surface need no
// neighbours and only gain from the loads.
#include "cases/height_map/gpu/strip.hpp"

namespace {

namespace strip = height_map::strip;
using height_map::Measure;

/// Twice the area of a triangle, from beside_one() of one leg's difference and the difference of the other.
struct TwiceTriangle {
  __device__ float operator()(float beside_one, float difference) const {
    return __fsqrt_rn(__fmaf_rn(difference, difference, beside_one));
  }
};

/// This thread's part of the volume or of the projected surface: rows `top` to `top` + rows - 1. A height
/// outside the image counts as 0, which adds nothing.
template <Measure measure, bool Vectors>
__device__ float pixels(const float* heights, unsigned x, unsigned top, unsigned width, unsigned height) {
  const unsigned end = min(top + strip::rows, height);
  float sums[strip::columns_per_thread] = {};
  for (unsigned y = top; y < end; y += strip::rows_at_once) {
    strip::Piece row[strip::rows_at_once];
#pragma unroll
    for (unsigned i = 0; i < strip::rows_at_once; ++i) {
      row[i] = strip::load<Vectors>(heights + rungs::at(0, min(y + i, height - 1), width), x, width);
    }
#pragma unroll
    for (unsigned i = 0; i < strip::rows_at_once; ++i) {
#pragma unroll
      for (unsigned c = 0; c < strip::columns_per_thread; ++c) {
        if (y + i < end) sums[c] += height_map::pixel_term<measure>(row[i].height[c]);
      }
    }
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

template <Measure measure, bool Vectors>
__global__ void __launch_bounds__(strip::threads)
    rows_in_registers(float* result, float* of_blocks, const float* heights, unsigned width, unsigned height) {
  const strip::Place at = strip::place_of(width);
  float mine = 0;
  if (at.top < height) {
    if constexpr (measure == Measure::surface) {
      mine = strip::surface<TwiceTriangle, Vectors>(heights, at.x, at.top, width, height);
    } else {
      mine = pixels<measure, Vectors>(heights, at.x, at.top, width, height);
    }
  }
  height_map::add_up(result, of_blocks, mine);
}

template <Measure measure> auto kernel_for(bool vectors) {
  return vectors ? rows_in_registers<measure, true> : rows_in_registers<measure, false>;
}

void launch(const rungs::Call<height_map::Case>& call) {
  const height_map::Problem& p = call.problem;
  const bool vectors = p.width % strip::columns_per_thread == 0;
  const auto kernel = p.measure == Measure::surface  ? kernel_for<Measure::surface>(vectors)
                      : p.measure == Measure::volume ? kernel_for<Measure::volume>(vectors)
                                                     : kernel_for<Measure::projected>(vectors);
  strip::launch(kernel, call);
}

const rungs::Variant<height_map::Case> variant{{
    .improves = "gpu/one_pixel",
    .technique = {"window", "vector", "launch"},
    .idea = "a warp walks down a strip with the row above in registers; 16-byte loads, one launch",
    .launch = launch,
    .workspace_bytes = strip::workspace_bytes,
}};

}  // namespace
