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
struct TwiceTriangle {
  __device__ float operator()(float beside_one, float difference) const {
    const float s = __fmaf_rn(difference, difference, beside_one);  // from 1 on
    return s * rsqrtf(s);
  }
};

template <bool Vectors>
__global__ void __launch_bounds__(strip::threads)
    approximate_roots(float* result, float* of_blocks, const float* heights, unsigned width, unsigned height) {
  const strip::Place at = strip::place_of(width);
  const float mine =
      at.top < height ? strip::surface<TwiceTriangle, Vectors>(heights, at.x, at.top, width, height) : 0.0F;
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
