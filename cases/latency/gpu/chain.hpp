// Shared by the variants in global memory: the lines, and the kernel that follows them.
#pragma once

#include "cases/latency/case.hpp"

#ifndef RUNGS_SIMULATOR
#include <cuda_runtime_api.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <rungs/cuda/handles.hpp>
#include <rungs/device.hpp>
#include <string>
#include "cases/latency/gpu/stopwatch.hpp"

namespace latency::inline RUNGS_BACKEND {

/// An address, as a line holds it.
using Address = unsigned long long;

/// Writes to each line the address of the next.
static __global__ void link_lines(char* memory, unsigned lines, unsigned distance, unsigned step) {
  for (std::size_t line = blockIdx.x * blockDim.x + threadIdx.x; line < lines; line += gridDim.x * blockDim.x) {
    const std::size_t next = (line + step) % lines;
    *reinterpret_cast<Address*>(memory + line * distance) = reinterpret_cast<Address>(memory + next * distance);
  }
}

/// Reads the `count` lines that come before the start, those next to it last: the caches then hold what they would hold
/// if one thread had followed the chain for that long. A chain that a cache holds is there as a whole; of a longer one
/// the lines that come next were the first to go. The sum is never 1: it only keeps the loads.
static __global__ void visit_lines(const char* memory, unsigned lines, unsigned distance, unsigned step, unsigned count,
                                   const std::uint32_t* start, std::uint32_t* never) {
  Address sum = 0;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const std::size_t line = (*start % lines + (count - i) * std::size_t{lines - step}) % lines;
    sum |= __ldcg(reinterpret_cast<const Address*>(memory + line * distance));
  }
  if (sum == 1) *never = 1;
}

/// Follows the chain twice for `hops` hops, and times the second half: by then what fits in a cache is there,
/// and the code is in the instruction cache. One thread.
template <class Load>
__global__ void follow(const char* memory, unsigned lines, unsigned distance, const std::uint32_t* start,
                       std::uint32_t* last, std::uint64_t* clocks, Load load) {
  Address at = reinterpret_cast<Address>(memory + std::size_t{*start % lines} * distance);
  Stopwatch watch;
#pragma unroll 1
  for (unsigned half = 0; half < 2; ++half) {
    watch.start();
#pragma unroll 16
    for (unsigned hop = 0; hop < hops; ++hop) at = load(reinterpret_cast<const Address*>(at));
    watch.stop();
  }
  watch.store(clocks);
  *last = static_cast<std::uint32_t>((at - reinterpret_cast<Address>(memory)) / distance);
}

/// The lines of one row.
struct Lines {
  rungs::cuda::DeviceMemory memory;
  unsigned visited;  ///< before the chain is followed: all lines, or four times what the L2 holds

  [[nodiscard]] char* data() const { return static_cast<char*>(memory.get()); }
};

inline std::unique_ptr<Lines> make_lines(const rungs::Call<Case>& call) {
  const Problem& p = call.problem;
  std::size_t free = 0;
  std::size_t all = 0;
  rungs::cuda::check(cudaMemGetInfo(&free, &all), "cudaMemGetInfo");
  if (p.bytes() > free) {
    throw rungs::Unsupported("the chain needs " + std::to_string(p.bytes()) + " bytes of memory, there are " +
                             std::to_string(free));
  }
  const auto l2 = static_cast<unsigned>(rungs::cuda::device_attribute(cudaDevAttrL2CacheSize));
  auto lines = std::make_unique<Lines>(rungs::cuda::make_device_memory(p.bytes()), std::min(p.lines, l2 / 128 * 4));
  rungs::launch({dim3(1024), dim3(256), call.stream}, link_lines, lines->data(), p.lines, p.distance, p.step());
  return lines;
}

/// Follows the lines with `Load`.
template <class Load> void follow_lines(const rungs::Call<Case>& call) {
  const Problem& p = call.problem;
  const Views& v = call.views;
  const Lines& lines = call.state<Lines>();
  rungs::launch({dim3(512), dim3(256), call.stream}, visit_lines, lines.data(), p.lines, p.distance, p.step(),
                lines.visited, v.start, v.last);
  rungs::launch({dim3(1), dim3(1), call.stream}, follow<Load>, lines.data(), p.lines, p.distance, v.start, v.last,
                v.clocks, Load{});
}

}  // namespace latency::inline RUNGS_BACKEND

#endif
