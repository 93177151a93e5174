// When the blocks of a kernel ran, as they read it from their multiprocessors' clocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>

namespace measured {

/// When a block ran, in cycles of the multiprocessor that it ran on; all 0 if it took no times.
struct BlockClock {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t multiprocessor;
};

/// The cycles from the first block's begin to the last block's end on each multiprocessor, summed over all.
inline double busy_cycles(std::span<const BlockClock> blocks) {
  std::map<std::uint64_t, BlockClock> busy;
  for (const BlockClock& clock : blocks) {
    BlockClock& all = busy.try_emplace(clock.multiprocessor, clock).first->second;
    all.begin = std::min(all.begin, clock.begin);
    all.end = std::max(all.end, clock.end);
  }
  double cycles = 0;
  for (const auto& [multiprocessor, clock] : busy) cycles += static_cast<double>(clock.end - clock.begin);
  return cycles;
}

#ifdef __CUDACC__
/// The multiprocessor that the calling thread runs on.
inline __device__ std::uint64_t current_multiprocessor() {
  unsigned index;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(index));
  return index;
}
#endif

}  // namespace measured
