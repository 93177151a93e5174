// Atomics.
#include <cuda/atomic>
#include <rungs/device.hpp>
#include "probe.hpp"

PROBE("`atomicAdd` of `int`, `unsigned`, `unsigned long long`, `float`, `double`") {
  __shared__ struct {
    int i;
    unsigned u;
    unsigned long long l;
    float f;
    double d;
  } sums;
  if (threadIdx.x == 0) sums = {};
  __syncthreads();
  atomicAdd(&sums.i, -1);
  atomicAdd(&sums.u, 2U);
  atomicAdd(&sums.l, 1ULL << 40);
  atomicAdd(&sums.f, 0.5F);
  atomicAdd(&sums.d, 0.25);
  __syncthreads();
  CHECK(sums.i == -64 && sums.u == 128 && sums.l == 64ULL << 40 && sums.f == 32.0F && sums.d == 16.0);
}
PROBE(
    "`atomicSub`, `atomicExch`, `atomicMin`, `atomicMax`, `atomicAnd`, `atomicOr`, `atomicXor`, `atomicInc`, "
    "`atomicDec`") {
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
  __syncthreads();
  if (threadIdx.x == 0) {
    CHECK(atomicExch(&values[0], 5) == 0 && values[0] == 5 && atomicSub(&values[0], 2) == 5);
    CHECK(atomicInc(&counts[0], 4) == 4 && counts[0] == 0 && atomicDec(&counts[0], 3) == 0 && counts[0] == 3);
  }
}
PROBE("`atomicMin`, `atomicMax` of 64 bits; `atomicExch` of `float`") {
  long long low = 5;
  unsigned long long high = 5;
  float f = 1.0F;
  __shared__ long long shared_low;
  if (threadIdx.x == 0) {
    shared_low = low;
    atomicMin(&shared_low, -7LL);
    atomicMax(reinterpret_cast<unsigned long long*>(scratch), high + 4);
    CHECK(shared_low == -7 && scratch[0] == 9 &&
          atomicExch(reinterpret_cast<float*>(scratch + 2 + blockIdx.x), f) == 0.0F);
  }
}
PROBE("`atomicCAS` of `int`, `unsigned`, `unsigned long long`, `unsigned short`") {
  __shared__ int i;
  __shared__ unsigned long long l;
  __shared__ unsigned short s[2];
  if (threadIdx.x == 0) i = 1, l = 2, s[0] = 3, s[1] = 9;
  __syncthreads();
  if (threadIdx.x == 0) {
    CHECK(atomicCAS(&i, 1, 5) == 1 && i == 5 && atomicCAS(&l, 9ULL, 1ULL) == 2 && l == 2);
    CHECK(atomicCAS(&s[0], static_cast<unsigned short>(3), static_cast<unsigned short>(4)) == 3 && s[0] == 4 &&
          s[1] == 9);
  }
}
PROBE("a loop around `atomicCAS`, for a product of floats") {
  __shared__ float product;
  if (threadIdx.x == 0) product = 1.0F;
  __syncthreads();
  if (threadIdx.x < 10) {
    int old = __float_as_int(product), seen = 0;
    do {
      seen = old;
      old = atomicCAS(reinterpret_cast<int*>(&product), seen, __float_as_int(2.0F * __int_as_float(seen)));
    } while (old != seen);
  }
  __syncthreads();
  CHECK(product == 1024.0F);
}
PROBE("`atomicAdd_block`, `atomicMax_system`, `atomicCAS_block`") {
  CHECK(atomicAdd_block(&scratch[threadIdx.x + 64 * blockIdx.x], 1) == 0);
  atomicMax_system(&scratch[512], 3);
  CHECK(atomicCAS_block(&scratch[600 + threadIdx.x + 64 * blockIdx.x], 0, 2) == 0 && scratch[512] == 3);
}
PROBE(
    "`cuda::atomic_ref`: `fetch_add`, `load`, `store`, `compare_exchange_strong`, `fetch_max`, orders and "
    "scopes") {
  cuda::atomic_ref<int, cuda::thread_scope_block> mine(scratch[threadIdx.x + 64 * blockIdx.x]);
  mine.store(3, cuda::memory_order_relaxed);
  int expected = 3;
  CHECK(mine.fetch_add(2) == 3 && mine.load(cuda::memory_order_acquire) == 5 &&
        !mine.compare_exchange_strong(expected, 9));
  CHECK(expected == 5 && mine.fetch_max(8, cuda::memory_order_relaxed) == 5);
  CHECK(mine.fetch_min(6, cuda::std::memory_order_relaxed) == 8 && mine.exchange(1) == 6 && mine++ == 1);
  expected = 2;
  CHECK(mine.compare_exchange_strong(expected, 7, cuda::memory_order_acq_rel, cuda::memory_order_relaxed));
  CHECK(mine.load() == 7);
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
