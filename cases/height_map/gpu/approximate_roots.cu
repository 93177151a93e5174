// gpu/rows_in_registers with approximate roots: s * rsqrt(s), the GPU's own instruction for 1 / sqrt.
// The exact root takes the same instruction and then corrects its result in several steps, for each of the
// two triangles per pixel. A sum of many areas does not need that: the root is within 2.5 ulp, and the
// allowed error of the sum is far larger (reference/height_map.hpp). Should help where the arithmetic, not
// memory, limits the surface. The other measures have no roots and are unsupported.
#include "cases/height_map/gpu/strip.hpp"

namespace {

namespace strip = height_map::strip;
using height_map::Measure;

/// Twice the area of a triangle, from beside_one() of one leg's difference and the difference of the other.
__device__ float twice_triangle(float beside_one, float difference) {
  const float s = __fmaf_rn(difference, difference, beside_one);  // from 1 on
  return s * rsqrtf(s);
}

/// Twice the area of the triangles between two pieces, for the first `cells` columns, added to `sums`.
__device__ void add_cells(float (&sums)[strip::columns_per_thread], const strip::Piece& upper,
                          const strip::Piece& lower, unsigned cells) {
#pragma unroll
  for (unsigned i = 0; i < strip::columns_per_thread; ++i) {
    if (i >= cells) continue;
    const float above = height_map::beside_one(upper.height[i + 1] - upper.height[i]);
    const float below = height_map::beside_one(lower.height[i + 1] - lower.height[i]);
    sums[i] += twice_triangle(above, lower.height[i] - upper.height[i]);
    sums[i] += twice_triangle(below, lower.height[i + 1] - upper.height[i + 1]);
  }
}

/// This thread's part of the surface: the cells below rows `top` to `top` + rows - 1.
template <bool Vectors>
__device__ float surface(const float* heights, unsigned x, unsigned top, unsigned width, unsigned height) {
  const unsigned end = min(top + strip::rows, height - 1);
  const unsigned cells = x + 1 < width ? min(width - 1 - x, strip::columns_per_thread) : 0;
  float sums[strip::columns_per_thread] = {};
  strip::Piece upper = strip::load<Vectors>(heights + rungs::at(0, top, width), x, width);
  strip::complete(upper);
  for (unsigned y = top; y < end; y += strip::rows_at_once) {
    strip::Piece lower[strip::rows_at_once];
#pragma unroll
    for (unsigned i = 0; i < strip::rows_at_once; ++i) {
      lower[i] = strip::load<Vectors>(heights + rungs::at(0, min(y + 1 + i, height - 1), width), x, width);
    }
#pragma unroll
    for (unsigned i = 0; i < strip::rows_at_once; ++i) {
      strip::complete(lower[i]);
      if (y + i < end) add_cells(sums, upper, lower[i], cells);
      upper = lower[i];
    }
  }
  return 0.5F * ((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

template <bool Vectors>
__global__ void __launch_bounds__(strip::threads)
    approximate_roots(float* result, float* of_blocks, const float* heights, unsigned width,
                      unsigned height) {
  const strip::Place at = strip::place_of(width);
  const float mine = at.top < height ? surface<Vectors>(heights, at.x, at.top, width, height) : 0.0F;
  height_map::add_up(result, of_blocks, mine);
}

void launch(const rungs::Call<height_map::Case>& call) {
  if (call.problem.measure != Measure::surface) throw rungs::Unsupported("only measure=surface has roots");
  const bool vectors = call.problem.width % strip::columns_per_thread == 0;
  strip::launch(vectors ? approximate_roots<true> : approximate_roots<false>, call);
}

const rungs::Variant<height_map::Case> variant{{
    .improves = "gpu/rows_in_registers",
    .technique = {"approx"},
    .idea = "roots as s * rsqrt(s)",
    .launch = launch,
    .workspace_bytes = strip::workspace_bytes,
}};

}  // namespace
