// Threads, barriers and warps.
#include <rungs/device.hpp>
#include "probe.hpp"

namespace {
constexpr unsigned full = 0xFFFFFFFF;
}

PROBE("`threadIdx`, `blockIdx`, `blockDim`, `gridDim`, `warpSize`; `__syncthreads`, `_count`, `_and`, `_or`") {
  CHECK(threadIdx.x < 64 && threadIdx.y == 0 && blockIdx.x < 2 && blockDim.x == 64 && gridDim.x == 2 && gridDim.z == 1);
  CHECK(warpSize == 32 && __syncthreads_count(threadIdx.x < 5) == 5 && __syncthreads_or(threadIdx.x == 7) != 0);
  CHECK(__syncthreads_or(threadIdx.x == 64) == 0 && __syncthreads_and(threadIdx.x < 63) == 0);
  CHECK(__syncthreads_and(threadIdx.x < 64) != 0);
  __shared__ unsigned values[64];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  CHECK(values[63 - threadIdx.x] == 63 - threadIdx.x);
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
  CHECK(__shfl_sync(full, lane * 10, 7) == 70 && __shfl_xor_sync(full, lane, 9) == (lane ^ 9));
  CHECK(__shfl_up_sync(full, lane, 3) == (lane < 3 ? lane : lane - 3));
  CHECK(__shfl_down_sync(full, lane, 5) == (lane > 26 ? lane : lane + 5));
  CHECK(__shfl_sync(full, lane, 10, 8) == lane / 8 * 8 + 2);
  CHECK(__shfl_up_sync(full, lane, 3, 8) == (lane % 8 < 3 ? lane : lane - 3));
  CHECK(__shfl_down_sync(full, lane, 3, 16) == (lane % 16 > 12 ? lane : lane + 3));
  // A segment reads earlier ones, but not later ones.
  CHECK(__shfl_xor_sync(full, lane, 8, 8) == ((lane & 8) != 0 ? lane ^ 8 : lane));
}
PROBE("shuffles of `float`, `double`, `long long`, `unsigned`") {
  const unsigned lane = threadIdx.x % 32;
  CHECK(__shfl_sync(full, lane * 0.5F, 3) == 1.5F && __shfl_sync(full, lane * 0.1, 10) == 1.0);
  CHECK(__shfl_xor_sync(full, -1.5F * static_cast<float>(lane), 1) == -1.5F * static_cast<float>(lane ^ 1));
  CHECK(__shfl_down_sync(full, (1LL << 40) + lane, 1) == (1LL << 40) + (lane == 31 ? 31 : lane + 1));
  CHECK(__shfl_sync(full, lane, 35) == 3U && __shfl_sync(full, static_cast<unsigned char>(lane + 200), 3) == 203);
}
PROBE("`__ballot_sync`, `__any_sync`, `__all_sync`, `__match_any_sync`, `__match_all_sync`") {
  const unsigned lane = threadIdx.x % 32;
  int all = 0;
  CHECK(__ballot_sync(full, lane % 2) == 0xAAAAAAAA && __any_sync(full, lane == 31) && !__any_sync(full, 0));
  CHECK(!__all_sync(full, lane != 4) && __all_sync(full, 2) && __match_all_sync(full, 3, &all) == full && all == 1);
  CHECK(__match_any_sync(full, threadIdx.x % 4) == 0x11111111U << threadIdx.x % 4);
  CHECK(__match_all_sync(full, lane == 0 ? 1 : 3, &all) == 0 && all == 0);
}
PROBE("`__reduce_add_sync`, `_min_`, `_max_`, `_and_`, `_or_`, `_xor_`") {
  const unsigned lane = threadIdx.x % 32;
  const int number = static_cast<int>(lane);
  CHECK(__reduce_add_sync(full, lane) == 496 && __reduce_add_sync(full, -number) == -496);
  CHECK(__reduce_min_sync(full, number - 9) == -9 && __reduce_max_sync(full, number - 9) == 22);
  CHECK(__reduce_min_sync(full, lane + 4) == 4 && __reduce_max_sync(full, lane - 9) == full);
  CHECK(__reduce_and_sync(full, lane | 64) == 64 && __reduce_or_sync(full, 1U << lane) == full);
  CHECK(__reduce_xor_sync(full, lane == 0 ? 5U : 1U) == 4);
}
PROBE("warp operations of a part of the lanes, and of halves that go different ways and meet again") {
  const unsigned lane = threadIdx.x % 32;
  if (lane % 2 == 0) CHECK(__reduce_add_sync(0x55555555, lane) == 240);
  if (lane < 4) CHECK(__ballot_sync(0xF, lane == 2) == 4);
  unsigned value = lane;
  if (lane < 16) {
    for (int i = 0; i < 5; ++i) value = __shfl_xor_sync(0xFFFF, value, 1 << i % 4);
  } else {
    value = __reduce_max_sync(0xFFFF0000, value);
    __syncwarp(0xFFFF0000);
  }
  __syncwarp();
  CHECK(__reduce_add_sync(full, value) == 120 + 16 * 31);
}
PROBE("`__activemask` in a branch, for a warp operation; threads that return before others go on") {
  if (threadIdx.x % 32 > 7) return;
  const unsigned mask = __activemask();
  CHECK(__reduce_add_sync(mask, 1U) == static_cast<unsigned>(__popc(mask)) && (mask >> threadIdx.x % 32 & 1) == 1);
  CHECK(__shfl_sync(0xFF, static_cast<int>(threadIdx.x % 32), 7) == 7);
}
PROBE("`__nanosleep`, `__threadfence_system`, ...; `clock`, `clock64`, as counters without meaning of time") {
  const long long before = clock64();
  const auto begin = clock();
  __nanosleep(100);
  __threadfence_block();
  __threadfence_system();
  CHECK(clock64() > before && clock() >= begin);
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
REFUSED("a shuffle whose width is not a power of two", "is not a power of two") { __shfl_sync(0xFFFFFFFF, 1, 1, 12); }
REFUSED("`__trap`", "__trap") {
  if (threadIdx.x == 3) __trap();
}
REFUSED("a write through a null pointer", "a write through a null pointer") {
  if (threadIdx.x == 3) *static_cast<volatile int*>(nullptr) = scratch[0];
}
REFUSED("more than 48 KiB of static shared memory", "bytes of static shared memory") {
  __shared__ volatile char values[49 * 1024];
  values[threadIdx.x] = 1;
  CHECK(values[threadIdx.x] == 1);
}
