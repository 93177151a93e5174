// What the threads of a block do together, and what a thread does with one load.
#pragma once

#include <rungs/device.hpp>

#include "cases/softmax/case.hpp"

namespace softmax {

inline constexpr unsigned threads = 256;

/// Folds one value of each of the block's `threads` threads; all get the result.
template <class Fold>
__device__ float fold_block(float value, Fold fold) {
  __shared__ float values[threads];
  __syncthreads();  // an earlier call's result has been read
  values[threadIdx.x] = value;
  for (unsigned left = threads / 2; left > 0; left /= 2) {
    __syncthreads();
    if (threadIdx.x < left) values[threadIdx.x] = fold(values[threadIdx.x], values[threadIdx.x + left]);
  }
  __syncthreads();
  return values[0];
}

/// Puts `change(value)` in place of each value of a load, which is one float or a vector of them.
template <class Load, class Change>
__device__ Load each(Load load, Change change) {
  float* const values = reinterpret_cast<float*>(&load);
  for (unsigned i = 0; i < sizeof(Load) / sizeof(float); ++i) values[i] = change(values[i]);
  return load;
}

}  // namespace softmax
