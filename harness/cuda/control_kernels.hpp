// Kernels that the measurement needs besides the measured one: they block a stream, stamp the clock, keep SMs
// busy; and the antagonist, which takes a known part of the bandwidth of DRAM or the L2, on multiprocessors of its own,
// or idles there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/cuda/check.hpp>

namespace rungs::cuda {

/// A clock stamp taken on one SM. Cycles over time between two stamps of the same SM give its frequency.
struct Stamp {
  unsigned long long cycles;       ///< clock64
  unsigned long long nanoseconds;  ///< globaltimer
  unsigned multiprocessor;         ///< %smid
};

/// Mapped host memory through which a blocked stream is released.
struct StreamBlock {
  unsigned released;   ///< the host writes 1
  unsigned timed_out;  ///< the kernel writes 1 if it was not released in time
};

/// Blocks the stream until `block->released` is set, at most `timeout_ns`. Work queued behind it starts
/// without the host's launch latency.
void launch_block_stream(StreamBlock* block, unsigned long long timeout_ns, cudaStream_t stream);

/// Writes a stamp into mapped memory.
void launch_stamp(Stamp* stamp, cudaStream_t stream);

/// Reads `bytes` bytes (a multiple of 16) from `source`, so that the L2 holds clean copies of them. `sink` is
/// never written.
void launch_read(const void* source, std::size_t bytes, unsigned* sink, cudaStream_t stream);

/// Adds the digest of `bytes` bytes (see digest_of) to *sum. `from` is aligned to 16 bytes.
void launch_digest(const void* from, std::size_t bytes, std::uint64_t key, std::uint64_t* sum, cudaStream_t stream);

/// Keeps every SM busy for about `duration_ns`, to raise the clock.
void launch_busy(unsigned blocks, unsigned long long duration_ns, float* sink, cudaStream_t stream);

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
