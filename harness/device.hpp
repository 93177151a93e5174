// The one header that a kernel includes: CUDA, or the simulator's
// subset of it, and the few helpers that both share.
//
// A .cu file is compiled twice: by nvcc, and as ordinary C++ against the simulator (RUNGS_SIMULATOR). Both
// sides give
//   rungs::launch({grid, block, stream, shared_bytes}, kernel, arguments...)   in place of <<<>>>
//   rungs::dynamic_shared<T>()                                                 in place of extern __shared__
//   rungs::upload, rungs::download, rungs::fill_bytes                          asynchronous copies and memset
// and everything below.
#pragma once

#include <cstddef>

#include "harness/registry/variant.hpp"

#if defined(RUNGS_SIMULATOR)
#include "harness/simulator/cuda_subset.hpp"
#else
#include "harness/cuda/launch.hpp"
#endif

namespace rungs {
#if defined(RUNGS_SIMULATOR)
inline namespace on_simulator {
#else
inline namespace on_cuda {
#endif

/// Row-major index of column x, row y, in 64 bits.
__host__ __device__ inline std::size_t at(unsigned x, unsigned y, unsigned width) {
  return std::size_t{y} * width + x;
}

/// `count` blocks in one dimension; throws Unsupported where a grid cannot have so many.
inline dim3 in_a_row(std::size_t count) {
  if (count > 0x7FFFFFFFU) throw Unsupported("needs more blocks than a grid can have");
  return dim3(static_cast<unsigned>(count));
}

/// The grid of `block`-sized blocks that covers a plane.
inline dim3 cover(unsigned width, unsigned height, dim3 block) {
  return dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
}

}  // inline namespace
}  // namespace rungs
