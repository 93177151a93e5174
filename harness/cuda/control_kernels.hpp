// The kernels that measuring needs beside the measured one: a stream holder, clock stamps, a busy loop.
#pragma once

#include <cstddef>

#include "harness/cuda/check.hpp"

namespace rungs::cuda {

/// What a stamp reads on one SM. Clock over time between two stamps of the same SM is that SM's frequency.
struct Stamp {
  unsigned long long cycles;       ///< clock64
  unsigned long long nanoseconds;  ///< globaltimer
  unsigned multiprocessor;         ///< %smid
};

/// Host memory, mapped, through which a held stream is released.
struct Hold {
  unsigned released;   ///< the host writes 1
  unsigned timed_out;  ///< the kernel writes 1 if nobody released it in time
};

/// Holds the stream until `hold->released` is set, at most `timeout_ns`. Work queued behind it starts without
/// the host's launch latency.
void launch_hold(Hold* hold, unsigned long long timeout_ns, cudaStream_t stream);

/// Writes a stamp into mapped memory.
void launch_stamp(Stamp* stamp, cudaStream_t stream);

/// Reads all of `bytes` (a multiple of 16) at `source`, so that the L2 holds unchanged copies of it. `sink`
/// is never written.
void launch_read(const void* source, std::size_t bytes, unsigned* sink, cudaStream_t stream);

/// Keeps every SM busy for about `duration_ns`, to bring the clock up.
void launch_busy(unsigned blocks, unsigned long long duration_ns, float* sink, cudaStream_t stream);

}  // namespace rungs::cuda
