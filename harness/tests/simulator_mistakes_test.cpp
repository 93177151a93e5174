// Kernels that are wrong on purpose, and that the simulator must catch. The probes have more of them.
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

__global__ void last_writer_wins(unsigned* out) {
  unsigned* shared = rungs::dynamic_shared<unsigned>();
  shared[0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = shared[0];
}

TEST(SimulatorMistakes, ARaceHasSeveralResults) {
  EXPECT_GT(results_of({1, 64, sizeof(unsigned)}, 64, last_writer_wins).size(), 2U);
}

__global__ void beyond_the_block(unsigned* out) { out[threadIdx.x] = __ballot_sync(0xFFFFFFFF, 1); }

TEST(SimulatorMistakes, WarpMasks) {
  expect_failure(all_orders(), {4, 48}, beyond_the_block, {"lanes beyond the 16 of the block's last warp"});
}

__global__ void unwritten_static(unsigned* out) {
  __shared__ unsigned values[64];
  out[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = 0;  // the next block is not to find this
}

__global__ void unwritten_dynamic(unsigned* out) {
  out[threadIdx.x] = rungs::dynamic_shared<unsigned>()[threadIdx.x];
  __syncthreads();
  rungs::dynamic_shared<unsigned>()[threadIdx.x] = 0;
}

TEST(SimulatorMistakes, WhatNobodyWroteReadsAsPoison) {
  for (const auto kernel : {unwritten_static, unwritten_dynamic}) {
    Session session({Order::forward, 0, 1});
    std::vector<unsigned> out(64);
    rungs::launch({9, 64, session.stream(), 256}, kernel, out.data());
    EXPECT_EQ(out, std::vector<unsigned>(64, 0xFFFFFFFF));
  }
}

__global__ void throws_a_number(unsigned*) {
  if (threadIdx.x == 17) throw 5;
}

TEST(SimulatorCrashes, ForeignExceptions) {
  expect_failure(all_orders(), {1, 64}, throws_a_number, {"thread (17, 0, 0): threw an exception"});
}

}  // namespace
