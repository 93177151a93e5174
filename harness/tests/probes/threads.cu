// Threads, barriers and warps.
#include <rungs/device.hpp>
#include "probe.hpp"

PROBE("`threadIdx`, `blockIdx`, `blockDim`, `gridDim`, `warpSize`") {
  CHECK(threadIdx.x < 64 && threadIdx.y == 0 && blockIdx.x < 2 && blockDim.x == 64 && gridDim.x == 2 && gridDim.z == 1);
  CHECK(warpSize == 32);
}
PROBE("`__syncthreads`") {
  __shared__ unsigned values[64];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  CHECK(values[63 - threadIdx.x] == 63 - threadIdx.x);
}
PROBE("`__syncthreads_count`, `_and`, `_or`") {
  CHECK(__syncthreads_count(threadIdx.x < 5) == 5 && __syncthreads_or(threadIdx.x == 7) != 0 &&
        __syncthreads_and(threadIdx.x < 63) == 0);
}
PROBE("`__syncwarp`, of a part of a warp too") {
  __shared__ int value[2];
  if (threadIdx.x % 32 == 3) value[threadIdx.x / 32] = 7;
  __syncwarp();
  CHECK(value[threadIdx.x / 32] == 7);
  if (threadIdx.x % 32 < 16) __syncwarp(0xFFFF);
}
PROBE("`__shfl_sync`, `__shfl_up_sync`, `__shfl_down_sync`, `__shfl_xor_sync`, with widths") {
  const int lane = static_cast<int>(threadIdx.x % 32);
  CHECK(__shfl_sync(0xFFFFFFFF, lane, 5) == 5 && __shfl_up_sync(0xFFFFFFFF, lane, 1) == max(lane - 1, 0));
  CHECK(__shfl_down_sync(0xFFFFFFFF, lane, 1, 8) == (lane % 8 == 7 ? lane : lane + 1));
  CHECK(__shfl_xor_sync(0xFFFFFFFF, lane, 16) == (lane ^ 16));
}
PROBE("shuffles of `float`, `double`, `long long`, `unsigned`") {
  const unsigned lane = threadIdx.x % 32;
  CHECK(__shfl_sync(0xFFFFFFFF, lane * 0.5F, 3) == 1.5F && __shfl_sync(0xFFFFFFFF, lane * 0.1, 10) == 1.0);
  CHECK(__shfl_sync(0xFFFFFFFF, 1LL << lane, 31) == 1LL << 31 && __shfl_sync(0xFFFFFFFF, lane, 35) == 3U);
}
PROBE("`__ballot_sync`, `__any_sync`, `__all_sync`") {
  CHECK(__ballot_sync(0xFFFFFFFF, threadIdx.x % 2) == 0xAAAAAAAA && __any_sync(0xFFFFFFFF, threadIdx.x % 32 == 9));
  CHECK(!__all_sync(0xFFFFFFFF, threadIdx.x % 32 != 9));
}
PROBE("`__match_any_sync`, `__match_all_sync`") {
  int all = 0;
  CHECK(__match_any_sync(0xFFFFFFFF, threadIdx.x % 32 / 16) == (threadIdx.x % 32 < 16 ? 0xFFFFU : 0xFFFF0000U));
  CHECK(__match_all_sync(0xFFFFFFFF, 5, &all) == 0xFFFFFFFF && all == 1);
}
PROBE("`__reduce_add_sync`, `_min_`, `_max_`, `_and_`, `_or_`, `_xor_`") {
  CHECK(__reduce_add_sync(0xFFFFFFFF, 1U) == 32U &&
        __reduce_min_sync(0xFFFFFFFF, -static_cast<int>(threadIdx.x % 32)) == -31);
  CHECK(__reduce_max_sync(0xFFFFFFFF, threadIdx.x % 32) == 31U &&
        __reduce_or_sync(0xFFFFFFFF, 1U << threadIdx.x % 32) == 0xFFFFFFFF);
  CHECK(__reduce_and_sync(0xFFFFFFFF, 3U) == 3U && __reduce_xor_sync(0xFFFFFFFF, 1U) == 0U);
}
PROBE("`__activemask` in a branch, for a warp operation") {
  if (threadIdx.x % 32 < 12) {
    const unsigned mask = __activemask();
    CHECK(__reduce_add_sync(mask, 1U) == static_cast<unsigned>(__popc(mask)) && (mask >> threadIdx.x % 32 & 1) == 1);
  }
}
PROBE("threads that return before others go on") {
  if (threadIdx.x % 32 > 7) return;
  CHECK(__shfl_sync(0xFF, static_cast<int>(threadIdx.x % 32), 7) == 7);
}
PROBE("`__nanosleep`, `__threadfence`, `__threadfence_block`, `__threadfence_system`") {
  __nanosleep(100);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
}
PROBE("`clock`, `clock64`, as counters without meaning of time") {
  const long long before = clock64();
  const auto begin = clock();
  CHECK(clock64() > before && clock() >= begin);
}
PROBE("a flag in shared memory, set before a barrier by one thread") {
  __shared__ bool last;
  if (threadIdx.x == 0) last = atomicAdd(&scratch[blockIdx.x], 1) == 0;
  __syncthreads();
  CHECK(last);
}
PROBE("the block that ends last goes on alone: `__threadfence`, `atomicInc`") {
  __shared__ bool last;
  scratch[16 + blockIdx.x] = 1;
  __threadfence();
  if (threadIdx.x == 0) last = atomicInc(reinterpret_cast<unsigned*>(scratch), gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    const volatile int* all = scratch;
    CHECK(all[16] + all[17] == 2);
  }
}
REFUSED("a barrier that some threads do not reach", "threads wait for others that never come") {
  if (threadIdx.x != 5) __syncthreads();
}
REFUSED("threads of a block at two barriers", "threads wait at different barriers") {
  if (threadIdx.x < 32) {
    __syncthreads();
  } else {
    __syncthreads();
  }
}
REFUSED("a mask without the calling lane", "the mask lacks the calling lane") { __shfl_sync(0xFFFFFFFE, 1, 1); }
REFUSED("a mask with lanes that have returned", "has returned") {
  if (threadIdx.x % 32 == 31) return;
  __syncwarp();
}
REFUSED("lanes of a mask that do not come", "threads wait for others that never come") {
  threadIdx.x % 2 == 0 ? __ballot_sync(0xFFFFFFFF, 1) : __syncthreads_or(1);
}
REFUSED("a shuffle whose width is not a power of two", "is not a power of two") { __shfl_sync(0xFFFFFFFF, 1, 1, 12); }
REFUSED("`__trap`", "__trap") {
  if (threadIdx.x == 3) __trap();
}
REFUSED("a write through a null pointer", "a write through a null pointer") {
  if (threadIdx.x == 3) *static_cast<volatile int*>(nullptr) = scratch[0];
}
#if defined(RUNGS_SIMULATOR)  // nvcc does not compile it
REFUSED("more than 48 KiB of static shared memory", "bytes of static shared memory") {
  __shared__ volatile char values[49 * 1024];
  values[threadIdx.x] = 1;
  CHECK(values[threadIdx.x] == 1);
}
#endif
