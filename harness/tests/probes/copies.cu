// Asynchronous copies.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <rungs/device.hpp>
#include "probe.hpp"

PROBE("`cuda::barrier`: `init`, `arrive`, `wait`, `arrive_and_wait`, tokens; `cuda::memcpy_async` with it") {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ alignas(16) int values[2][64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  values[0][threadIdx.x] = static_cast<int>(threadIdx.x);
  auto token = barrier.arrive();
  barrier.wait(std::move(token));
  CHECK(values[0][63 - threadIdx.x] == static_cast<int>(63 - threadIdx.x));
  cuda::memcpy_async(&values[1][threadIdx.x], scratch + threadIdx.x, sizeof(int), barrier);
  barrier.arrive_and_wait();
  CHECK(values[1][63 - threadIdx.x] == 0);
}
PROBE("`__pipeline_memcpy_async`, `__pipeline_commit`, `__pipeline_wait_prior`, before which a value is not there") {
  __shared__ alignas(16) int values[2][64];
  __pipeline_memcpy_async(&values[0][threadIdx.x], scratch + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&values[1][threadIdx.x], scratch + threadIdx.x, 4, 4);
  __pipeline_commit();
  CHECK(values[0][threadIdx.x] != 0);
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
PROBE("`cuda::pipeline` of block scope, with a role for each thread") {
  __shared__ int tile[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const bool produces = threadIdx.x < 32;
  const unsigned first = threadIdx.x % 32 * 2;
  for (int i = 0; i < 8; ++i) scratch[512 * blockIdx.x + 64 * i + threadIdx.x] = i;
  __syncthreads();
  const auto role = produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state, role);
  for (int i = 0; i < 8; ++i) {
    if (produces) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[i % 2][first], &scratch[512 * blockIdx.x + 64 * i + first], 8, pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      CHECK(tile[i % 2][first + 1] == i && tile[i % 2][(first + 2) % 64] == i);
      pipe.consumer_release();
    }
  }
}
REFUSED("an asynchronous copy of 3 bytes", "4, 8 and 16 are possible") {
  __shared__ char value[16];
  __pipeline_memcpy_async(value, scratch, 3);
}
REFUSED("an asynchronous copy between addresses that are not multiples of its size", "not multiples of it") {
  __shared__ int value[16];
  __pipeline_memcpy_async(value + 1, scratch, 16);
}
