// What a pixel or the leg of a triangle adds to a measure, and the sum over all threads of a launch.
#pragma once

#include <rungs/device.hpp>
#include "cases/height_map/case.hpp"

namespace height_map::inline RUNGS_BACKEND {

/// A pixel's part of the volume or of the projected surface.
template <Measure measure> __device__ __forceinline__ float pixel_term(float height) {
  if constexpr (measure == Measure::volume) return height;
  return height > 0.0F ? 1.0F : 0.0F;
}

/// 1 + d^2: what the difference along one leg of a triangle adds below the root.
__device__ __forceinline__ float beside_one(float difference) { return __fmaf_rn(difference, difference, 1.0F); }

inline constexpr unsigned lanes = 32;

/// A warp's values added up, for every lane.
__device__ __forceinline__ float warp_sum(float mine) {
#pragma unroll
  for (unsigned apart = lanes / 2; apart > 0; apart /= 2) mine += __shfl_xor_sync(0xFFFFFFFFU, mine, apart);
  return mine;
}

/// One value per warp of the block. Not in a template, because the simulator fills shared memory with garbage
/// only outside templates.
[[maybe_unused]] static __device__ float* values_of_warps() {
  __shared__ float values[lanes];
  return values;
}

/// The sum over the block, for the threads of its first warp; the others get nothing useful. A block that
/// calls it twice needs a barrier between the calls.
__device__ __forceinline__ float block_sum(float mine) {
  float* const of_warps = values_of_warps();
  mine = warp_sum(mine);
  const unsigned lane = threadIdx.x % lanes;
  if (lane == 0) of_warps[threadIdx.x / lanes] = mine;
  __syncthreads();
  if (threadIdx.x >= lanes) return mine;
  return warp_sum(lane < blockDim.x / lanes ? of_warps[lane] : 0.0F);
}

/// Blocks of the running launch that have stored their sum. It wraps to 0 at the grid's size, so every launch
/// starts at 0.
static __device__ unsigned finished_blocks = 0;

/// The block's flag, in shared memory.
[[maybe_unused]] static __device__ bool* block_is_last() {
  __shared__ bool last;
  return &last;
}

/// Adds up the values of all threads of all blocks: the block that finishes last adds the blocks' sums, as in
/// reduce/gpu/one_launch.
__device__ __forceinline__ void add_up(float* result, float* of_blocks, float mine) {
  const float of_block = block_sum(mine);
  bool* const last = block_is_last();
  if (threadIdx.x == 0) {
    of_blocks[blockIdx.x] = of_block;
    __threadfence();  // the sum is stored before it is counted
    *last = atomicInc(&finished_blocks, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!*last) return;
  __threadfence();  // and counted before it is read
  float sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += __ldcg(of_blocks + i);
  sum = block_sum(sum);
  if (threadIdx.x == 0) *result = sum;
}

}  // namespace height_map::inline RUNGS_BACKEND
