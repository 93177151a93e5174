// Throughput: as many warps as a multiprocessor holds, and four chains per thread that do not wait for each
// other. A scheduler then has 64 chains to choose from, more than any latency needs: the operations per cycle
// are what the multiprocessor's units complete.
// Blocks record when they ran and on which multiprocessor, since each has its own cycle counter.
#include "cases/arithmetic/gpu/operations.hpp"

namespace {

#ifndef RUNGS_SIMULATOR
using arithmetic::block_threads;
using arithmetic::thread_chains;

/// A thread's chains are `block_threads` apart. Beyond the last chain, threads follow that one again.
template <class Operation>
__global__ void __launch_bounds__(block_threads)
    follow_all(arithmetic::Operands operands, unsigned steps, unsigned chains, const std::uint32_t* starts,
               double* ends, arithmetic::BlockClock* clocks) {
  const unsigned first = blockIdx.x * block_threads * thread_chains + threadIdx.x;
  Operation own[thread_chains];
#pragma unroll
  for (unsigned i = 0; i < thread_chains; ++i) {
    own[i].start(starts[min(first + i * block_threads, chains - 1)], operands);
  }
  __syncthreads();
  const auto begin = static_cast<std::uint64_t>(clock64());
#pragma unroll 1
  for (unsigned half = 0; half < 2; ++half) arithmetic::follow(own, steps, operands);
  __syncthreads();
  const auto end = static_cast<std::uint64_t>(clock64());
  if (threadIdx.x == 0) clocks[blockIdx.x] = {begin, end, measured::current_multiprocessor()};
#pragma unroll
  for (unsigned i = 0; i < thread_chains; ++i) {
    const unsigned chain = first + i * block_threads;
    if (chain < chains) ends[chain] = own[i].end() * arithmetic::first_float(starts[chain]);
  }
}

void launch(const arithmetic::Problem& p, const arithmetic::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.cycles, 0, sizeof *v.cycles, stream);
  arithmetic::with_operation(p.op, [&](auto operation) {
    rungs::launch({dim3(p.blocks()), dim3(block_threads), stream}, follow_all<decltype(operation)>,
                  reference::arithmetic_operands(p.op), p.steps, p.chains, v.starts, v.ends, v.clocks);
  });
}
#endif

const rungs::Variant<arithmetic::Case> variant{{
    .idea = "all warps, four chains per thread: throughput",
    .gpu_only = "it reads the GPU's clock",
    .launch = RUNGS_GPU_ONLY(launch),
}};

}  // namespace
