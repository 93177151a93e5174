// Barriers and their votes, and threads that give way.
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

__global__ void vote(int* results) {
  const int count = __syncthreads_count(threadIdx.x % 3 == 0);
  const int all = __syncthreads_and(threadIdx.x < 50);
  const int all_but_one = __syncthreads_and(threadIdx.x != 20);
  const int any = __syncthreads_or(threadIdx.x == 49);
  const int none = __syncthreads_or(threadIdx.x == 50);
  results[threadIdx.x] = count * 10000 + all * 1000 + all_but_one * 100 + any * 10 + none;
}

TEST(SimulatorBarrier, VotesReachAllThreads) {
  expect_results(
      {1, 50}, 50, [](unsigned) { return 171010; }, vote);
}

__global__ void shifts(unsigned* out, unsigned rounds) {
  __shared__ unsigned ring[96];
  ring[threadIdx.x] = threadIdx.x;
  for (unsigned i = 0; i < rounds; ++i) {
    __syncthreads();
    const unsigned next = ring[(threadIdx.x + 1) % 96];
    __syncthreads();
    ring[threadIdx.x] = next;
  }
  out[threadIdx.x] = ring[threadIdx.x];
}

TEST(SimulatorBarrier, ManyPhases) {
  expect_results(
      {1, 96}, 96, [](unsigned i) { return (i + 200) % 96; }, shifts, 200);
}

__global__ void wait_for_a_flag(unsigned* flag, unsigned* seen) {
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0U) == 0) __nanosleep(20);
    *seen = 1;
  } else if (threadIdx.x == 5) {
    atomicExch(flag, 1U);
  }
}

TEST(SimulatorBarrier, NanosleepGivesWay) {
  Session session({Order::forward});
  unsigned flag = 0;
  unsigned seen = 0;
  rungs::launch({1, 32, session.stream()}, wait_for_a_flag, &flag, &seen);
  EXPECT_EQ(seen, 1U);
}

}  // namespace
