// Shared by the variants: the chains, and the two kernels that time them. A variant defines the walk, which
// does the division.
#pragma once

#include <rungs/device.hpp>
#include "cases/intdiv/case.hpp"

#ifndef RUNGS_SIMULATOR

namespace intdiv::inline RUNGS_BACKEND {

/// The place of an index in the matrix. The row's lower 32 bits are enough for the checksum.
struct Place {
  std::uint32_t row;
  std::uint32_t column;
};

// A walk has
//   void start(std::uint64_t index);
//   Place next();
// next() returns the place of the index, and advances by the stride, or by one more from an odd column. The
// next index depends on the column, so a step cannot begin before the previous one has finished its division.

/// Advances `walk` by `steps` steps; returns the checksum with their places folded in.
template <class Walk> __device__ std::uint32_t follow(Walk& walk, unsigned steps, std::uint32_t checksum) {
  for (unsigned step = 0; step < steps; ++step) {
    const Place place = walk.next();
    checksum = 31 * checksum + (place.row ^ place.column);
  }
  return checksum;
}

/// Throughput: one chain per thread. Each block records when it ran, and on which SM, since every SM has its
/// own cycle counter.
template <class Walk>
__global__ void __launch_bounds__(block_threads)
    follow_chains(Walk walk, std::uint64_t base, unsigned steps, std::size_t chains, const std::uint32_t* starts,
                  std::uint32_t* checksums, BlockClock* clocks) {
  const auto begin = static_cast<std::uint64_t>(clock64());
  const std::size_t chain = std::size_t{blockIdx.x} * block_threads + threadIdx.x;
  if (chain < chains) {
    walk.start(base + starts[chain]);
    checksums[chain] = follow(walk, steps, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    clocks[blockIdx.x] = {begin, static_cast<std::uint64_t>(clock64()), measured::current_multiprocessor()};
  }
}

/// Latency: one warp, alone on the GPU, with one chain per lane. The first half of the chain brings the code
/// into the instruction cache; the second half continues from there and is timed.
template <class Walk>
__global__ void __launch_bounds__(warp_threads)
    time_one_warp(Walk walk, std::uint64_t base, unsigned steps, std::size_t chains, const std::uint32_t* starts,
                  std::uint32_t* checksums, std::uint64_t* cycles) {
  walk.start(base + starts[threadIdx.x % chains]);
  std::uint32_t checksum = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
#pragma unroll 1
  for (unsigned half = 0; half < 2; ++half) {
    begin = static_cast<std::uint64_t>(clock64());
    checksum = follow(walk, steps, checksum);
    end = static_cast<std::uint64_t>(clock64());
  }
  checksums[threadIdx.x] = checksum;
  if (threadIdx.x == 0) *cycles = end - begin;
}

/// Runs both kernels, one after the other. At the default size the single warp takes 3 to 7 % of the time.
template <class Walk>
inline void launch_chains(const Walk& walk, const Problem& p, const Views& v, rungs::Stream stream) {
  rungs::launch({dim3(1), dim3(warp_threads), stream}, time_one_warp<Walk>, walk, p.base(), timed_steps, p.area(),
                v.starts, v.timed_checksums, v.timed_cycles);
  rungs::launch({dim3(static_cast<unsigned>(p.blocks())), dim3(block_threads), stream}, follow_chains<Walk>, walk,
                p.base(), p.steps, p.area(), v.starts, v.checksums, v.clocks);
}

/// The same for the walk of the problem's divisor and stride.
template <class Walk> void launch_divisions(const Problem& p, const Views& v, rungs::Stream stream) {
  launch_chains(Walk{p.divisor, p.stride()}, p, v, stream);
}

/// For walks with a 32-bit index.
template <class Walk> void launch_narrow(const Problem& p, const Views& v, rungs::Stream stream) {
  if (p.index != Index::narrow) throw rungs::Unsupported("index=wide does not fit in this variant's 32 bits");
  launch_divisions<Walk>(p, v, stream);
}

}  // namespace intdiv::inline RUNGS_BACKEND

#endif
