// gpu/rows_in_registers with approximate roots: s * rsqrt(s), the GPU's own instruction for 1 / sqrt.
// The exact root takes the same instruction and then corrects its result in several steps, for each of the
// two triangles per pixel. A sum of many areas does not need that: the root is within 2.5 ulp, and the
// allowed error of the sum is far larger (reference/height_map.hpp). Should help where the arithmetic, not
// memory, limits the surface. The other measures have no roots and are unsupported.
#include "cases/height_map/gpu/strip.hpp"

namespace {

namespace strip = height_map::strip;
using height_map::Measure;

/// For s from 1 on.
struct ApproximateRoot {
  __device__ float operator()(float s) const { return s * rsqrtf(s); }
};

template <bool Vectors>
__global__ void __launch_bounds__(strip::threads)
    approximate_roots(float* result, float* of_blocks, const float* heights, unsigned width,
                      unsigned height) {
  strip::measure_strips<Measure::surface, Vectors>(result, of_blocks, heights, width, height,
                                                   ApproximateRoot{});
}

void launch(const height_map::Problem& p, const height_map::Views& v, std::byte* workspace,
            rungs::Stream stream) {
  if (p.measure != Measure::surface) throw rungs::Unsupported("only measure=surface has roots");
  const bool vectors = p.width % strip::columns_per_thread == 0;
  strip::launch(vectors ? approximate_roots<true> : approximate_roots<false>, p, v, workspace, stream);
}

const rungs::Variant<height_map::Case> variant{{
    .improves = "gpu/rows_in_registers",
    .idea = "roots as s * rsqrt(s)",
    .launch_with_workspace = launch,
    .workspace_bytes = strip::workspace_bytes,
}};

}  // namespace
