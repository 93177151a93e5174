// The one header that a kernel includes: CUDA or the simulator's subset of it, and a few helpers for both.
//
// A .cu file is compiled twice: by nvcc, and as plain C++ for the simulator (RUNGS_SIMULATOR). Both provide
//   rungs::launch({grid, block, stream, shared_bytes}, kernel, arguments...)   instead of <<<>>>
//   rungs::dynamic_shared<T>()                                                 instead of extern __shared__
//   rungs::upload, rungs::download, rungs::fill_bytes                          asynchronous copies and memset
// and everything below.
#pragma once

#include <rungs/variant.hpp>

#if defined(RUNGS_SIMULATOR)
#include <rungs/simulator/cuda_subset.hpp>
#else
#include <rungs/cuda/launch.hpp>
#endif

namespace rungs {
#if defined(RUNGS_SIMULATOR)
inline namespace on_simulator {
#else
inline namespace on_cuda {
#endif

/// Row-major index of column x, row y, in 64 bits.
__host__ __device__ inline std::size_t at(unsigned x, unsigned y, unsigned width) { return std::size_t{y} * width + x; }

/// A one-dimensional grid of `count` blocks; throws Unsupported if a grid cannot have that many.
inline dim3 linear_grid(std::size_t count) {
  if (count > 0x7FFFFFFFU) throw Unsupported("needs more blocks than a grid can have");
  return dim3(static_cast<unsigned>(count));
}

/// The grid of `block`-sized blocks that covers a plane.
inline dim3 grid_for(unsigned width, unsigned height, dim3 block) {
  return dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
}

}  // inline namespace
}  // namespace rungs
