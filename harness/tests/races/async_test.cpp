// Races around asynchronous copies and barriers that are objects.
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <rungs/bulk_copy.hpp>
#include "harness/tests/races/planted.hpp"

namespace {

using simulator_testing::Shape;

template <bool right> __global__ void others_copies(unsigned* out) {
  __shared__ unsigned values[64];
  __pipeline_memcpy_async(&values[threadIdx.x], &out[threadIdx.x], sizeof(unsigned));  // others_copies
  __pipeline_commit();
  __pipeline_wait_prior(0);
  if constexpr (right) __syncthreads();
  out[64 + threadIdx.x] = values[63 - threadIdx.x];  // others_copies
}

// The next copy begins while others still read.
template <bool right> __global__ void stage_in_use(unsigned* out) {
  __shared__ unsigned values[64];
  for (unsigned round = 0; round < 2; ++round) {
    __pipeline_memcpy_async(&values[threadIdx.x], &out[threadIdx.x], sizeof(unsigned));  // stage_in_use
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[64 + threadIdx.x] += values[63 - threadIdx.x];  // stage_in_use
    if constexpr (right) __syncthreads();
  }
}

template <bool right> __global__ void arrived_without_waiting(unsigned* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ unsigned values[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  values[threadIdx.x] = 1;  // arrived_without_waiting
  auto token = barrier.arrive();
  if constexpr (right) barrier.wait(std::move(token));
  out[threadIdx.x] = values[63 - threadIdx.x];  // arrived_without_waiting
}

template <bool right> __global__ void bulk_without_waiting(unsigned* out) {
  __shared__ rungs::bulk::Barrier barrier;
  alignas(16) __shared__ unsigned values[64];
  if (threadIdx.x == 0) rungs::bulk::initialise(&barrier);
  __syncthreads();
  if (threadIdx.x == 0) rungs::bulk::load(values, out, sizeof values, &barrier);  // bulk_without_waiting
  if (right || threadIdx.x == 0) rungs::bulk::wait(&barrier, 0);
  out[64 + threadIdx.x] = values[threadIdx.x];  // bulk_without_waiting
}

TEST(Races, AroundAsynchronousCopies) {
  EXPECT_FOUND(others_copies, (Shape{1, 64}), "between them");
  EXPECT_FOUND(stage_in_use, (Shape{1, 64}), "between them");
  EXPECT_FOUND(arrived_without_waiting, (Shape{1, 64}), "between them");
  EXPECT_FOUND(bulk_without_waiting, (Shape{1, 64}), "between them");
}

}  // namespace
