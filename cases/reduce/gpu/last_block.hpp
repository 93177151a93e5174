// Used from gpu/one_launch on: the block that finishes last folds the results of all blocks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cases/reduce/gpu/fold.hpp"

namespace reduce::inline RUNGS_BACKEND {

/// Blocks of the running launch that have stored their value. It counts to the grid's size and wraps to 0, so
/// every launch starts at 0. Not in the workspace, which holds garbage before a launch. Each file that
/// includes this has its own: two launches of one variant must not run at once.
static __device__ unsigned finished_blocks = 0;

/// The block's flag, in shared memory.
[[maybe_unused]] static __device__ bool* block_is_last() {
  __shared__ bool last;
  return &last;
}

/// Called by all threads of all blocks, with the block's value in thread 0. Each block stores its value in
/// `of_blocks`, and the block that finishes last writes the fold of all values to `result`. Its threads take
/// the values in a fixed order, so floats give the same result in every run.
template <Op op, template <Op> class By, class T>
__device__ void fold_last(T* result, T* of_blocks, T of_block) {
  bool* const last = block_is_last();
  if (threadIdx.x == 0) {
    of_blocks[blockIdx.x] = of_block;
    __threadfence();  // the value is stored before it is counted
    *last = atomicInc(&finished_blocks, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!*last) return;
  __threadfence();  // and counted before it is read
  T mine = neutral<op, T>;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    mine = combine<op>(mine, __ldcg(of_blocks + i));
  mine = fold_block<op, By>(mine);
  if (threadIdx.x == 0) *result = mine;
}

}  // namespace reduce::inline RUNGS_BACKEND
