// Blends the lattice's cell in its own launch.
#pragma once

#include "cases/uv/gpu/blend.hpp"

namespace uv::inline RUNGS_BACKEND {

static __global__ void blend_rows(float* pixels, unsigned pitch, const float* repeater, Blend b) {
  blend_pixel(pixels, pitch, repeater, b);
}

/// Queues the blending of the cell of `p` into `pixels`.
inline void launch_blend(const Problem& p, const float* repeater, float* pixels, unsigned pitch,
                         rungs::Stream stream) {
  rungs::launch(blend_grid(p, pitch, stream), blend_rows, pixels, pitch, repeater, blend_of(p));
}

}  // namespace uv::inline RUNGS_BACKEND
