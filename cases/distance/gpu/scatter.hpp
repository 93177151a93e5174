// Shared by the variants that scatter from the white pixels: the clearing before it.
#pragma once

#include "cases/distance/gpu/grid.hpp"

namespace distance::inline RUNGS_BACKEND {

static __global__ void fill_plane(std::uint32_t* out, std::size_t count, std::uint32_t value) {
  const std::size_t vector = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t first = vector * 4;
  if (first + 4 <= count) {
    reinterpret_cast<uint4*>(out)[vector] = make_uint4(value, value, value, value);
  } else {
    for (std::size_t i = first; i < count; ++i) out[i] = value;
  }
}

/// Sets every pixel of `out` to R * R, which atomics can only lower. Four pixels per thread, as in
/// fill/gpu/vector_store.
inline void set_to_limit(const Problem& p, const Views& v, rungs::Stream stream) {
  constexpr unsigned threads = 256;
  constexpr std::size_t pixels_per_block = threads * 4;
  const auto blocks = static_cast<unsigned>((p.area() + pixels_per_block - 1) / pixels_per_block);
  rungs::launch({dim3(blocks), dim3(threads), stream}, fill_plane, v.out, p.area(), p.limit());
}

/// The versions of a variant that clears `out` and launches `kernel(image, width, height, out, distance_max)`.
template <class Kernel> auto scattering(Kernel kernel) {
  return in_blocks([kernel](const Problem& p, const Views& v, rungs::Stream stream, dim3 shape) {
    set_to_limit(p, v, stream);
    rungs::launch({rungs::grid_for(p.width, p.height, shape), shape, stream}, kernel, v.image, p.width, p.height, v.out,
                  p.distance_max);
  });
}

}  // namespace distance::inline RUNGS_BACKEND
