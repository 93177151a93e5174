// Barriers and their votes, and a reduction that needs every one of them.
#include <numeric>

#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

__global__ void tree_sum(const unsigned* values, unsigned* sum) {
  unsigned* shared = rungs::dynamic_shared<unsigned>();
  shared[threadIdx.x] = values[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, shared[0]);
}

TEST(SimulatorBarrier, TreeReductionIsRightUnderAnyOrder) {
  std::vector<unsigned> values(64 * 1024);
  std::iota(values.begin(), values.end(), 5U);
  const unsigned expected = std::accumulate(values.begin(), values.end(), 0U);
  for (const Settings& settings : all_orders()) {
    for (const unsigned threads : {64U, 1024U}) {
      Session session(settings);
      unsigned sum = 0;
      rungs::launch({static_cast<unsigned>(values.size()) / threads, threads, session.stream(),
                     threads * sizeof(unsigned)},
                    tree_sum, values.data(), &sum);
      EXPECT_EQ(sum, expected);
    }
  }
}

__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

TEST(SimulatorBarrier, StaticSharedMemoryIsShared) {
  std::vector<float> in(256), out(256);
  std::iota(in.begin(), in.end(), 0.0F);
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    rungs::launch({20, dim3(16, 16), session.stream()}, transpose, in.data(), out.data());
    for (unsigned i = 0; i < 256; ++i) EXPECT_EQ(out[i], in[i % 16 * 16 + i / 16]);
  }
}

__global__ void vote(int* results) {
  const int count = __syncthreads_count(threadIdx.x % 3 == 0);
  const int all = __syncthreads_and(threadIdx.x < 50);
  const int all_but_one = __syncthreads_and(threadIdx.x != 20);
  const int any = __syncthreads_or(threadIdx.x == 49);
  const int none = __syncthreads_or(threadIdx.x == 50);
  results[threadIdx.x] = count * 10000 + all * 1000 + all_but_one * 100 + any * 10 + none;
}

TEST(SimulatorBarrier, VotesReachAllThreads) {
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    std::vector<int> results(50);
    rungs::launch({1, 50, session.stream()}, vote, results.data());
    EXPECT_EQ(results, std::vector<int>(50, 171010));
  }
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
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    std::vector<unsigned> out(96);
    rungs::launch({1, 96, session.stream()}, shifts, out.data(), 200);
    for (unsigned i = 0; i < 96; ++i) EXPECT_EQ(out[i], (i + 200) % 96);
  }
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
