// Latency: one warp on each multiprocessor, each lane with one chain. A step needs the result of the step
// before, and no other warp fills the time between: the cycles per step are the operation's latency.
// The chains are followed once to bring the code into the instruction cache, and once more, which is timed.
#include "cases/arithmetic/gpu/operations.hpp"

namespace {

#ifndef RUNGS_SIMULATOR
constexpr unsigned warp = 32;

template <class Operation>
__global__ void __launch_bounds__(warp) follow_one(arithmetic::Operands operands, unsigned steps, unsigned chains,
                                                   const std::uint32_t* starts, double* ends, std::uint64_t* cycles) {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  for (unsigned chain = blockIdx.x * warp + threadIdx.x; chain < chains; chain += gridDim.x * warp) {
    Operation own[1];
    own[0].start(starts[chain], operands);
#pragma unroll 1
    for (unsigned half = 0; half < 2; ++half) {
      begin = static_cast<std::uint64_t>(clock64());
      arithmetic::follow(own, steps, operands);
      end = static_cast<std::uint64_t>(clock64());
    }
    ends[chain] = own[0].end() * arithmetic::first_float(starts[chain]);
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) *cycles = end - begin;
}

void launch(const arithmetic::Problem& p, const arithmetic::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.clocks, 0, p.blocks() * sizeof(arithmetic::BlockClock), stream);
  const unsigned blocks = std::min((p.chains + warp - 1) / warp, rungs::multiprocessors());
  arithmetic::with_operation(p.op, [&](auto operation) {
    rungs::launch({dim3(blocks), dim3(warp), stream}, follow_one<decltype(operation)>,
                  reference::arithmetic_operands(p.op), p.steps, p.chains, v.starts, v.ends, v.cycles);
  });
}
#endif

const rungs::Variant<arithmetic::Case> variant{{
    .idea = "one warp per multiprocessor, one chain per lane: latency",
    .gpu_only = "it reads the GPU's clock",
    .launch = RUNGS_GPU_ONLY(launch),
}};

}  // namespace
