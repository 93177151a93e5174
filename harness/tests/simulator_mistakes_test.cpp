// Kernels that are wrong on purpose, and that the simulator must catch. The probes have more of them.
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

// Under every order, 4 blocks of `kernel` fail with these words.
void expect_failure(void (*kernel)(unsigned*), const std::vector<std::string>& words, unsigned threads = 64) {
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    std::vector<unsigned> out(4096);
    const std::string text = message_of<rungs::Failed>([&] {
      rungs::launch({4, threads, session.stream(), 64 * sizeof(unsigned)}, kernel, out.data());
    });
    for (const std::string& one : words) EXPECT_HAS(text, one);
  }
}

__global__ void missing_barrier(unsigned* out) {
  __shared__ unsigned values[64];
  values[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = values[63 - threadIdx.x];
}

__global__ void last_writer_wins(unsigned* out) {
  unsigned* shared = rungs::dynamic_shared<unsigned>();
  shared[0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = shared[0];
}

TEST(SimulatorMistakes, ARaceHasSeveralResults) {
  const Shape block{1, 64, 64 * sizeof(unsigned)};
  EXPECT_GT(results_of(block, 64, missing_barrier).size(), 1U);
  EXPECT_GT(results_of(block, 64, last_writer_wins).size(), 2U);
}

__global__ void writes_before(unsigned*) { (rungs::dynamic_shared<unsigned>() - 1)[threadIdx.x] = 1; }

TEST(SimulatorMistakes, AStoreBeforeDynamicSharedMemory) {
  expect_failure(writes_before, {"outside of dynamic shared memory, of which there are 256"});
}

__global__ void early_return(unsigned*) {
  if (blockIdx.x == 3 && threadIdx.x >= 60) return;
  __syncthreads();
}

__global__ void barrier_and_warp(unsigned*) {
  if (threadIdx.x == 5) {
    __syncthreads();
  } else {
    __syncwarp();
  }
}

TEST(SimulatorMistakes, BarriersThatDoNotMeet) {
  expect_failure(early_return,
                 {"block (3, 0, 0): threads wait for others that never come", "waiting at __syncthreads at ",
                  "simulator_mistakes_test.cpp:", "60 of 64 threads: (0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), ...",
                  "returned, 4 of 64 threads: (60, 0, 0)"});
  expect_failure(barrier_and_warp,
                 {"waiting at __syncthreads at ", "__syncwarp (mask 0xffffffff) at ", "1 of 64 threads: (5, 0, 0)"});
}

__global__ void different_masks(unsigned* out) {
  out[threadIdx.x] = __reduce_add_sync(threadIdx.x % 32 == 0 ? 0xFFFFFFFF : 0xFFFFFFF0 | 1U << threadIdx.x % 32, 1U);
}
__global__ void beyond_the_block(unsigned* out) { out[threadIdx.x] = __ballot_sync(0xFFFFFFFF, 1); }

TEST(SimulatorMistakes, WarpMasks) {
  expect_failure(different_masks, {"wait for others that never come"});
  expect_failure(beyond_the_block, {"lanes beyond the 16 of the block's last warp"}, 48);
}

__global__ void unwritten_static(unsigned* out) {
  __shared__ unsigned values[64];
  out[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = 0;  // the next block is not to find this
}

template <class T> __global__ void unwritten_in_a_template(T* out) {
  __shared__ T values[64];
  out[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = 0;
}

__global__ void unwritten_dynamic(unsigned* out) {
  out[threadIdx.x] = rungs::dynamic_shared<unsigned>()[threadIdx.x];
  __syncthreads();
  rungs::dynamic_shared<unsigned>()[threadIdx.x] = 0;
}

TEST(SimulatorMistakes, WhatNobodyWroteReadsAsPoison) {
  for (const auto kernel : {unwritten_static, unwritten_in_a_template<unsigned>, unwritten_dynamic}) {
    for (const unsigned blocks : {1U, 2U, 3U, 9U}) {
      Session session({Order::forward, 0, 1});
      std::vector<unsigned> out(64);
      rungs::launch({blocks, 64, session.stream(), 256}, kernel, out.data());
      EXPECT_EQ(out, std::vector<unsigned>(64, 0xFFFFFFFF)) << blocks << " blocks";
    }
  }
}

__global__ void lane_outside_of_the_mask(unsigned* out) {
  out[threadIdx.x] = threadIdx.x < 16 ? __shfl_down_sync(0xFFFF, threadIdx.x, 8) : 0;
}

TEST(SimulatorMistakes, ALaneOutsideOfTheMaskReadsAsPoison) {
  for (const Order order : {Order::forward, Order::reverse}) {
    Session session({order});
    std::vector<unsigned> out(32);
    rungs::launch({1, 32, session.stream()}, lane_outside_of_the_mask, out.data());
    EXPECT_EQ(out[7], 15U);
    EXPECT_EQ(out[8], order == Order::forward ? 0xFFFFFFFFU : 0xA5A5A5A5U);
  }
}

}  // namespace
