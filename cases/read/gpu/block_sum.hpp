// Shared by the gpu variants: a block's part of the reading, and its sum.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

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

}  // namespace rungs::ceilings::read::inline RUNGS_BACKEND
