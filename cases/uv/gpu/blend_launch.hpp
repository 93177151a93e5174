// Blends the lattice's cell in its own launch.
#pragma once

#include <cstdint>

#include "cases/uv/gpu/blend.hpp"

namespace uv::inline RUNGS_BACKEND {

template <class Whole>
__global__ void blend_rows(float* pixels, unsigned pitch, const float* repeater, Blend b) {
  blend_pixel<Whole>(pixels, pitch, repeater, b);
}

/// Queues the blending of the cell of `p` into `pixels`.
inline void launch_blend(const Problem& p, const float* repeater, float* pixels, unsigned pitch,
                         rungs::Stream stream) {
  rungs::launch(blend_grid(p, pitch, stream),
                blends_in_32_bits(p, pitch) ? blend_rows<std::int32_t> : blend_rows<std::int64_t>, pixels,
                pitch, repeater, blend_of(p));
}

}  // namespace uv::inline RUNGS_BACKEND
