// Shared by the gpu variants: a block's part of the reading, and its sum; and a sum without a launch that clears it.
#pragma once

#include <algorithm>
#include <rungs/device.hpp>
#include "cases/read/case.hpp"

namespace rungs::ceilings::read::inline RUNGS_BACKEND {

/// Threads per block; `block_sum` needs exactly as many.
inline constexpr unsigned threads = 256;
/// Words per block and turn, with `loads` 16-byte loads in flight per thread.
template <unsigned loads> inline constexpr std::size_t words_per_turn = std::size_t{threads} * loads * 4;

/// Blocks for `count` words: at most about two per block slot of the largest GPUs, so that all slots stay
/// busy to the end and few atomics collide.
template <unsigned loads> unsigned blocks_for(std::size_t count) {
  const std::size_t turns = (count + words_per_turn<loads> - 1) / words_per_turn<loads>;
  return static_cast<unsigned>(std::min<std::size_t>(turns, 2048));
}

inline __device__ std::uint32_t warp_sum(std::uint32_t value) {
  for (unsigned distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xFFFFFFFFU, value, distance);
  return value;
}

/// Reads the block's share of `count` words; thread 0 returns their sum modulo 2^32, the others nothing
/// useful. All threads of the block must call it. Four loads keep a thread within 32 registers, for full
/// occupancy: far more bytes in flight than memory latency requires.
template <unsigned loads> __device__ std::uint32_t block_sum(const std::uint32_t* source, std::size_t count) {
  std::uint32_t mine = 0;
  std::size_t first = blockIdx.x * words_per_turn<loads>;
  for (; first + words_per_turn<loads> <= count; first += gridDim.x * words_per_turn<loads>) {
    const uint4* const from = reinterpret_cast<const uint4*>(source + first) + threadIdx.x;
    uint4 held[loads];
    for (unsigned i = 0; i < loads; ++i) held[i] = __ldcs(from + i * threads);
    for (unsigned i = 0; i < loads; ++i) mine += held[i].x + held[i].y + held[i].z + held[i].w;
  }
  // Only the block with the incomplete turn has vectors here. They are also loaded in parallel: one word
  // after the other would be most of a small plane's time.
  const std::size_t whole = count / 4;
  const std::size_t vector = first / 4 + threadIdx.x;
  for (unsigned i = 0; i < loads; ++i) {
    if (vector + i * threads >= whole) continue;
    const uint4 four = __ldcs(reinterpret_cast<const uint4*>(source) + vector + i * threads);
    mine += four.x + four.y + four.z + four.w;
  }
  if (blockIdx.x == 0 && threadIdx.x < count % 4) mine += source[4 * whole + threadIdx.x];

  __shared__ std::uint32_t warps[threads / 32];
  mine = warp_sum(mine);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  return threadIdx.x < 32 ? warp_sum(threadIdx.x < threads / 32 ? warps[threadIdx.x] : 0) : 0;
}

// A sum without a launch that clears the output: the last block to finish writes it. One 64-bit word collects the sum
// (upper half, where dropping the carry gives the sum modulo 2^32) and the number of blocks that have added to it
// (lower half). One atomic per block is enough: the old value that it returns tells the last block that it is the last.
// There is one such word for the whole program: two of these launches must not run at once.
template <unsigned loads> __device__ unsigned long long gathered = 0;  // 0 again after each launch

template <unsigned loads>
__global__ void sum_in_one_launch(std::uint32_t* sum, const std::uint32_t* source, std::size_t count) {
  const std::uint32_t of_block = block_sum<loads>(source, count);
  if (threadIdx.x != 0) return;
  const auto before = atomicAdd(&gathered<loads>, (static_cast<unsigned long long>(of_block) << 32U) | 1U);
  if (static_cast<std::uint32_t>(before) + 1 != gridDim.x) return;
  *sum = static_cast<std::uint32_t>(before >> 32U) + of_block;
  atomicExch(&gathered<loads>, 0ULL);
}

template <unsigned loads> inline void launch_in_one(const Problem& p, const Views& v, rungs::Stream stream) {
  rungs::launch({dim3(blocks_for<loads>(p.area())), dim3(threads), stream}, sum_in_one_launch<loads>, v.sum, v.source,
                p.area());
}

}  // namespace rungs::ceilings::read::inline RUNGS_BACKEND
