// Asynchronous copies.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <rungs/device.hpp>
#include "probe.hpp"

namespace {
__constant__ const int table[4] = {1, 2, 3, 4};
}  // namespace

PROBE("`cuda::barrier`: `init`, `arrive`, `wait`, `arrive_and_wait`, tokens") {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int values[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  auto token = barrier.arrive();
  barrier.wait(std::move(token));
  CHECK(values[63 - threadIdx.x] == static_cast<int>(63 - threadIdx.x));
  barrier.arrive_and_wait();
}
PROBE("`cuda::memcpy_async` with a `cuda::barrier`") {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ alignas(16) int values[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  cuda::memcpy_async(values + threadIdx.x, table + threadIdx.x % 4, sizeof(int), barrier);
  barrier.arrive_and_wait();
  CHECK(values[63 - threadIdx.x] == table[(63 - threadIdx.x) % 4]);
}
PROBE("`__pipeline_memcpy_async`, `__pipeline_commit`, `__pipeline_wait_prior`") {
  __shared__ alignas(16) int values[2][64];
  __pipeline_memcpy_async(&values[0][threadIdx.x], scratch + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&values[1][threadIdx.x], scratch + threadIdx.x, 4, 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  CHECK(values[0][63 - threadIdx.x] == 0);
  __pipeline_wait_prior(0);
  __syncthreads();
  CHECK(values[1][63 - threadIdx.x] == 0);
}
PROBE("`cuda::pipeline` of thread scope, `cuda::memcpy_async`") {
  __shared__ alignas(16) int values[64];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&values[threadIdx.x], scratch + threadIdx.x, cuda::aligned_size_t<4>(4), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  __syncthreads();
  CHECK(values[63 - threadIdx.x] == 0);
  pipe.consumer_release();
}
PROBE("`cuda::pipeline` of block scope, whose threads all produce and consume") {
  __shared__ int tile[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  int* const source = scratch + 512 * blockIdx.x;
  for (int i = 0; i < 8; ++i) source[64 * i + threadIdx.x] = 64 * i + static_cast<int>(threadIdx.x);
  __syncthreads();
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state);
  for (int i = 0; i < 9; ++i) {
    if (i < 8) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[i % 2][threadIdx.x], &source[64 * i + threadIdx.x], 4, pipe);
      pipe.producer_commit();
    }
    if (i > 0) {
      pipe.consumer_wait();
      CHECK(tile[(i - 1) % 2][63 - threadIdx.x] == 64 * i - 1 - static_cast<int>(threadIdx.x));
      pipe.consumer_release();
    }
  }
}
PROBE("a value that is read before its asynchronous copy is waited for is not there") {
  __shared__ int value[64];
  __pipeline_memcpy_async(&value[threadIdx.x], scratch + threadIdx.x, 4);
  __pipeline_commit();
#if defined(RUNGS_SIMULATOR)
  CHECK(value[threadIdx.x] != 0);
#endif
  __pipeline_wait_prior(0);
  CHECK(value[threadIdx.x] == 0);
}
REFUSED("an asynchronous copy of 3 bytes", "4, 8 and 16 are possible") {
  __shared__ char value[16];
#if defined(RUNGS_SIMULATOR)
  __pipeline_memcpy_async(value, scratch, 3);
#endif
}
REFUSED("an asynchronous copy between addresses that are not multiples of its size", "not multiples of it") {
  __shared__ int value[16];
  __pipeline_memcpy_async(value + 1, scratch, 16);
}
