// Atomics.
#include <cuda/atomic>
#include <rungs/device.hpp>
#include "probe.hpp"

using probes::sum_of;

PROBE("`atomicAdd` of `int`, `unsigned`, `unsigned long long`, `float`, `double`") {
  CHECK(sum_of(-1, 0) == -64 && sum_of(2U, 0U) == 128 && sum_of(1ULL << 40, 0ULL) == 64ULL << 40);
  CHECK(sum_of(0.5F, 0.0F) == 32.0F && sum_of(0.25, 0.0) == 16.0);
}
PROBE("`atomicSub`, `atomicMin`, `atomicMax`, `atomicAnd`, `atomicOr`, `atomicXor`, `atomicInc`, `atomicDec`") {
  __shared__ int values[6];
  __shared__ unsigned counts[2];
  if (threadIdx.x < 6) values[threadIdx.x] = threadIdx.x == 3 ? -1 : 64;
  if (threadIdx.x < 2) counts[threadIdx.x] = 0;
  __syncthreads();
  atomicSub(&values[0], 1);
  atomicMin(&values[1], static_cast<int>(threadIdx.x));
  atomicMax(&values[2], static_cast<int>(threadIdx.x) + 100);
  atomicAnd(&values[3], ~(1 << threadIdx.x % 4));
  atomicOr(&values[4], 1 << threadIdx.x % 4);
  atomicXor(&values[5], 1);
  atomicInc(&counts[0], 9);
  atomicDec(&counts[1], 9);
  __syncthreads();
  CHECK(values[0] == 0 && values[1] == 0 && values[2] == 163 && values[3] == -16 && values[4] == 79 && values[5] == 64);
  CHECK(counts[0] == 4 && counts[1] == 6);
}
PROBE("`atomicMin`, `atomicMax` of 64 bits; `atomicExch` of `float`; `atomicCAS` of 16, 32 and 64 bits") {
  __shared__ struct {
    long long low;
    unsigned long long high;
    float f;
    int i;
    unsigned short s[2];
  } v;
  if (threadIdx.x != 0) return;
  v = {5, 5, 0.0F, 1, {3, 9}};
  CHECK(atomicMin(&v.low, -7LL) == 5 && v.low == -7 && atomicMax(&v.high, 9ULL) == 5 && v.high == 9);
  CHECK(atomicExch(&v.f, 1.0F) == 0.0F && atomicCAS(&v.i, 1, 5) == 1 && v.i == 5 &&
        atomicCAS(&v.high, 1ULL, 2ULL) == 9);
  CHECK(atomicCAS(&v.s[0], static_cast<unsigned short>(3), static_cast<unsigned short>(4)) == 3 && v.s[0] == 4 &&
        v.s[1] == 9 && v.high == 9);
}
PROBE("`cuda::atomic_ref`: `fetch_add`, `load`, `store`, `compare_exchange_strong`, `fetch_max`, orders and scopes") {
  cuda::atomic_ref<int, cuda::thread_scope_block> mine(scratch[threadIdx.x + 64 * blockIdx.x]);
  mine.store(3, cuda::memory_order_relaxed);
  int expected = 3;
  CHECK(mine.fetch_add(2) == 3 && mine.load(cuda::memory_order_acquire) == 5 &&
        !mine.compare_exchange_strong(expected, 9));
  CHECK(expected == 5 && mine.fetch_max(8, cuda::memory_order_relaxed) == 5);
  CHECK(mine.fetch_min(6, cuda::std::memory_order_relaxed) == 8 && mine.exchange(1) == 6 && mine++ == 1);
  expected = 2;
  CHECK(mine.compare_exchange_strong(expected, 7, cuda::memory_order_acq_rel, cuda::memory_order_relaxed));
}
PROBE("`cuda::atomic` in shared memory, `cuda::atomic_thread_fence`") {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
  if (threadIdx.x == 0) sum.store(0);
  __syncthreads();
  sum.fetch_add(2, cuda::memory_order_relaxed);
  sum++;
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
  __syncthreads();
  CHECK(sum.load() == 192);
}
