// The time between two points of a kernel, in cycles of its multiprocessor and in nanoseconds.
#pragma once

#include <cstdint>
#include <rungs/device.hpp>

#ifndef RUNGS_SIMULATOR

namespace latency::inline RUNGS_BACKEND {

struct Stopwatch {
  std::uint64_t cycles = 0;
  std::uint64_t nanoseconds = 0;

  __device__ void start() {
    nanoseconds = now();
    cycles = static_cast<std::uint64_t>(clock64());
  }
  __device__ void stop() {
    cycles = static_cast<std::uint64_t>(clock64()) - cycles;
    nanoseconds = now() - nanoseconds;
  }
  __device__ void store(std::uint64_t* clocks) const {
    clocks[0] = cycles;
    clocks[1] = nanoseconds;
  }

 private:
  static __device__ std::uint64_t now() {
    std::uint64_t time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
  }
};

}  // namespace latency::inline RUNGS_BACKEND

#endif
