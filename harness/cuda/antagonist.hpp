// A kernel that takes a known part of the bandwidth of DRAM or the L2, on multiprocessors of its own; or idles there.
#pragma once

#include <cstddef>
#include <rungs/cuda/check.hpp>

namespace rungs::cuda {

/// What a block reads at once.
inline constexpr std::size_t antagonist_burst_bytes = 16384;
inline constexpr unsigned antagonist_blocks_on_each = 4;  ///< on each multiprocessor

struct AntagonistWork {
  const void* memory = nullptr;          ///< that it reads again and again
  std::size_t bytes = 0;                 ///< of it, a multiple of antagonist_burst_bytes; 0: it idles
  bool stays_in_l2 = false;              ///< otherwise lines are the first to leave the L2
  unsigned long long period_cycles = 0;  ///< at least, from burst to burst of a block; 0: no pause
  /// The kernel ends when it is not 0. In the device's memory: if all blocks look at the host's, every launch beside
  /// them takes a millisecond more (seen on an H100).
  const unsigned* stop = nullptr;
  unsigned long long most_ns = 0;       ///< then it ends by itself
  unsigned long long* moved = nullptr;  ///< the bytes that each block has read so far
};

/// How far an antagonist was at a time.
struct Progress {
  unsigned long long moved;        ///< bytes, by all blocks
  unsigned long long nanoseconds;  ///< globaltimer
};

void launch_antagonist(const AntagonistWork& work, unsigned multiprocessors, cudaStream_t stream);

/// Writes how far its blocks are into mapped memory.
void launch_progress(const unsigned long long* moved, unsigned blocks, Progress* to, cudaStream_t stream);

}  // namespace rungs::cuda
