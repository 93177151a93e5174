// Used from gpu/shuffles on: folds the values of a warp and of a block with almost no shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cases/reduce/gpu/operation.hpp"

namespace reduce::inline RUNGS_BACKEND {

inline constexpr unsigned warp_threads = 32;
inline constexpr unsigned all_lanes = 0xFFFFFFFFU;

/// Combines four values elementwise.
template <Op op, class Vector>
__device__ void combine_with(Vector& mine, const Vector& other) {
  mine.x = combine<op>(mine.x, other.x);
  mine.y = combine<op>(mine.y, other.y);
  mine.z = combine<op>(mine.z, other.z);
  mine.w = combine<op>(mine.w, other.w);
}

/// A warp's values folded; every lane gets the result. Five shuffles, five operations.
template <Op op>
struct Shuffles {
  template <class T>
  static __device__ T fold_warp(T mine) {
#pragma unroll
    for (unsigned lanes = warp_threads / 2; lanes > 0; lanes /= 2) {
      mine = combine<op>(mine, __shfl_xor_sync(all_lanes, mine, lanes));
    }
    return mine;
  }
};

/// The same in one instruction (REDUX), which exists for words from compute capability 8.0 on. Others
/// shuffle.
template <Op op>
struct Redux : Shuffles<op> {
  using Shuffles<op>::fold_warp;
  static __device__ std::uint32_t fold_warp(std::uint32_t mine) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    return Shuffles<op>::fold_warp(mine);
#else
    return op == Op::sum ? __reduce_add_sync(all_lanes, mine) : __reduce_max_sync(all_lanes, mine);
#endif
  }
};

/// One value per warp of the block. Not in a template, because the simulator fills shared memory with garbage
/// only outside templates.
[[maybe_unused]] static __device__ std::uint32_t* values_of_warps(std::uint32_t) {
  __shared__ std::uint32_t values[warp_threads];
  return values;
}
[[maybe_unused]] static __device__ float* values_of_warps(float) {
  __shared__ float values[warp_threads];
  return values;
}

/// The values of all threads of the block, folded. The threads of the first warp get the result; the others
/// get nothing useful. One barrier: each warp folds its values, and the first warp folds the warps' results.
/// A block that calls it twice needs a barrier between the calls.
template <Op op, template <Op> class By, class T>
__device__ T fold_block(T mine) {
  T* const of_warps = values_of_warps(mine);
  mine = By<op>::fold_warp(mine);
  const unsigned lane = threadIdx.x % warp_threads;
  if (lane == 0) of_warps[threadIdx.x / warp_threads] = mine;
  __syncthreads();
  if (threadIdx.x >= warp_threads) return mine;
  return By<op>::fold_warp(lane < blockDim.x / warp_threads ? of_warps[lane] : neutral<op, T>);
}

}  // namespace reduce::inline RUNGS_BACKEND
