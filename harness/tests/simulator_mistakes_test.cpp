// Kernels that are wrong on purpose, and that the simulator must catch: the probes have more of them. And threads of
// several blocks, which wait for each other without a barrier or never end.
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

std::vector<Settings> some_orders(double patience_s = 30) {
  return {{Order::forward, 0, 0, patience_s}, {Order::reverse, 0, 1, patience_s}, {Order::random, 7, 0, patience_s}};
}

__global__ void sleeps_for_all(unsigned* out) {
  if (threadIdx.x == 0) atomicAdd(out, 1U);
  while (*static_cast<volatile unsigned*>(out) < gridDim.x) __nanosleep(100);
}

TEST(SimulatorProgress, SpinsBetweenBlocksEnd) {
  for (const Settings& settings : some_orders()) {
    Session session(settings);
    unsigned blocks = 0;
    rungs::launch({40, 64, session.stream()}, sleeps_for_all, &blocks);
    EXPECT_EQ(blocks, 40U);
  }
}

__global__ void never_set(unsigned* out) {
  if (threadIdx.x == 3) return;
  while (*static_cast<volatile unsigned*>(out) == 0) {
  }
}

TEST(SimulatorProgress, DeadlocksAreReported) {
  expect_failure(some_orders(0.2), {1, 32}, never_set,
                 {"never_set(unsigned int*), block (0, 0, 0): no thread of the grid has got anywhere", "in a loop at ",
                  "simulator_mistakes_test.cpp:", " of 32 threads: (0, 0, 0)", "returned, 1 of 32 threads: (3, 0, 0)"});
}

}  // namespace
