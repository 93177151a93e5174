// Index variables, launches, copies, streams and limits.
#include <cooperative_groups.h>
#include <atomic>
#include <rungs/cooperative.hpp>
#include <stdexcept>
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

__device__ unsigned place() {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  return block * blockDim.x * blockDim.y * blockDim.z + thread;
}

__global__ void record(unsigned* counts, unsigned with_barrier) {
  if (gridDim.x != 5 || gridDim.y != 3 || gridDim.z != 2) return;
  if (blockDim.x != 7 || blockDim.y != 4 || blockDim.z != 3) return;
  const unsigned before = place();
  if (with_barrier != 0) __syncthreads();
  if (place() == before) atomicAdd(&counts[before], 1U);
}

TEST(SimulatorLaunch, EveryThreadRunsOnceAndKeepsItsIndex) {
  for (const unsigned with_barrier : {0U, 1U}) {
    expect_results(
        {dim3(5, 3, 2), dim3(7, 4, 3)}, 5 * 3 * 2 * 7 * 4 * 3, [](unsigned) { return 1; }, record, with_barrier);
  }
}

__global__ void vote(unsigned* out) {
  const unsigned lanes = threadIdx.x < 32 ? 0xFFFFFFFFU : 0x3FFFFU;
  const unsigned odd = __ballot_sync(lanes, threadIdx.x % 2);
  out[threadIdx.x] = odd + static_cast<unsigned>(__syncthreads_count(threadIdx.x % 2));
}

TEST(SimulatorLaunch, ABlockOfFiftyThreadsVotes) {
  expect_results(
      {1, 50}, 50, [](unsigned i) { return (i < 32 ? 0xAAAAAAAAU : 0x2AAAAU) + 25; }, vote);
}

__global__ void note_order(unsigned* next, unsigned* order) { order[atomicAdd(next, 1U)] = threadIdx.x; }

std::vector<unsigned> order_of_threads(Settings settings) {
  Session session(settings);
  unsigned next = 0;
  std::vector<unsigned> order(64);
  rungs::launch({1, 64, session.stream()}, note_order, &next, order.data());
  return order;
}

TEST(SimulatorLaunch, OrderFollowsTheSession) {
  const auto forward = order_of_threads({Order::forward});
  const auto reverse = order_of_threads({Order::reverse});
  EXPECT_TRUE(std::is_sorted(forward.begin(), forward.end()));
  EXPECT_TRUE(std::is_sorted(reverse.rbegin(), reverse.rend()));
  EXPECT_EQ(order_of_threads({Order::random, 1}), order_of_threads({Order::random, 1}));
  EXPECT_NE(order_of_threads({Order::random, 1}), order_of_threads({Order::random, 2}));
}

__global__ void nothing() {}

std::string refusal(dim3 blocks, dim3 threads, std::size_t bytes = 0) {
  return message_of<rungs::Unsupported>([&] { rungs::launch({blocks, threads, {}, bytes}, nothing); });
}

TEST(SimulatorLaunch, LimitsAreThoseOfAGpu) {
  EXPECT_HAS(refusal(dim3(1, 70000), 1), "grid.y 70000 is over the limit of 65535");
  EXPECT_HAS(refusal(dim3(1, 1, 65536), 1), "grid.z 65536 is over the limit of 65535");
  EXPECT_HAS(refusal(0x80000000U, 1), "grid.x 2147483648 is over the limit of 2147483647");
  EXPECT_HAS(refusal(0, 1), "grid.x is 0");
  EXPECT_HAS(refusal(1, dim3(1, 0)), "block.y is 0");
  EXPECT_HAS(refusal(1, 1025), "1025 is over the limit of 1024");
  EXPECT_HAS(refusal(1, dim3(64, 32)), "2048 is over the limit of 1024");
  EXPECT_HAS(refusal(1, dim3(1, 1, 65)), "block.z 65 is over the limit of 64");
  EXPECT_HAS(refusal(1, 1, 227 * 1024 + 1), "232449 is over the limit of 232448");
  EXPECT_EQ(refusal(1, 1024, 227 * 1024), "nothing thrown");
}

template <unsigned bytes> __global__ void much_static(unsigned* out) {
  __shared__ volatile unsigned char values[bytes];
  __shared__ volatile unsigned last[1];
  values[threadIdx.x] = 1;
  last[0] = 1;
  out[threadIdx.x] = values[threadIdx.x] + last[0];
}

TEST(SimulatorLaunch, StaticSharedMemoryHasALimitToo) {
  std::vector<unsigned> out(32);
  const auto refusal_of = [&](auto kernel, std::size_t dynamic_bytes) {
    return message_of<rungs::Unsupported>([&] { rungs::launch({1, 32, {}, dynamic_bytes}, kernel, out.data()); });
  };
  EXPECT_EQ(refusal_of(much_static<48 * 1024 - 4>, 0), "nothing thrown");
  EXPECT_HAS(refusal_of(much_static<48 * 1024>, 0), "bytes of static shared memory: 49156 is over the limit of 49152");
  EXPECT_HAS(refusal_of(much_static<48 * 1024 - 4>, 200 * 1024),
             "static and dynamic: 253952 is over the limit of 232448");
}

constexpr unsigned some = 16;
__global__ void __launch_bounds__(32, 2) at_most_32(unsigned* out) { out[threadIdx.x] = 1; }
__global__ void __launch_bounds__(some) named(unsigned* out) { out[threadIdx.x] = 1; }
template <unsigned most> __global__ void __launch_bounds__(most) of_a_template(unsigned* out) { out[threadIdx.x] = 1; }

TEST(SimulatorLaunch, LaunchBoundsOfPlainKernelsAreChecked) {
  std::vector<unsigned> out(64);
  const auto refused = [&](auto kernel, unsigned threads) {
    return message_of<rungs::Failed>([&] { rungs::launch({1, threads, {}}, kernel, out.data()); });
  };
  EXPECT_EQ(refused(at_most_32, 32), "nothing thrown");
  EXPECT_HAS(refused(at_most_32, 64), "64 threads a block: the kernel's __launch_bounds__ allows 32");
  EXPECT_EQ(refused(named, 64), "nothing thrown");
  EXPECT_EQ(refused(of_a_template<32>, 64), "nothing thrown");
}

TEST(SimulatorLaunch, AnotherStreamIsCaught) {
  int value = 0;
  int other = 0;
  Session session({});
  EXPECT_HAS(message_of<rungs::Failed>([&] { rungs::launch({1, 1, {}}, nothing); }), "the default stream");
  EXPECT_HAS(message_of<rungs::Failed>([&] { rungs::launch({1, 1, {&other}}, nothing); }), "another stream");
  EXPECT_HAS(message_of<rungs::Failed>([&] { rungs::fill_bytes(&value, 1, 4, {}); }), "the default stream");
  EXPECT_HAS(message_of<rungs::Failed>([&] { rungs::upload(&value, &other, 1, {}); }), "an upload");
  {
    Session inner({});
    EXPECT_THROW(rungs::launch({1, 1, session.stream()}, nothing), rungs::Failed);
    EXPECT_NO_THROW(rungs::launch({1, 1, inner.stream()}, nothing));
  }
  EXPECT_NO_THROW(rungs::launch({1, 1, session.stream()}, nothing));
}

struct CountsItsEnd {
  std::atomic<int>* ends;
  ~CountsItsEnd() { ++*ends; }
};

__global__ void throws(std::atomic<int>* begins, std::atomic<int>* ends) {
  const CountsItsEnd guard{ends};
  ++*begins;
  __syncthreads();
  if (threadIdx.x == 17) throw std::runtime_error("from a kernel");
  __syncthreads();
}

TEST(SimulatorLaunch, AnExceptionUnwindsAllThreadsAndSurfaces) {
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    std::atomic<int> begins = 0;
    std::atomic<int> ends = 0;
    EXPECT_HAS(message_of<std::runtime_error>([&] {
                 rungs::launch({8, 100, session.stream()}, throws, &begins, &ends);
               }),
               "from a kernel");
    EXPECT_GE(begins, 100);
    EXPECT_EQ(begins, ends);
  }
}

TEST(SimulatorLaunch, KernelCallsOutsideOfAKernelAreCaught) {
  EXPECT_HAS(message_of<rungs::Failed>([] { __syncthreads(); }), "__syncthreads outside of a kernel");
}

__constant__ int weights[4];

TEST(SimulatorLaunch, SymbolsAreNotSetBeyondTheirEnd) {
  const int four[4] = {1, 2, 3, 4};
  EXPECT_THROW(cudaMemcpyToSymbol(weights, four, 4, 13), rungs::Failed);
  EXPECT_THROW(cudaMemcpyToSymbol(weights, four, sizeof four, 4), rungs::Failed);
}

__global__ void waits_for_its_grid() { cooperative_groups::this_grid().sync(); }

TEST(SimulatorLaunch, AGridIsWaitedForInACooperativeLaunchAlone) {
  Session session({});
  const rungs::Grid grid{2, 40, session.stream()};
  EXPECT_NO_THROW(rungs::launch_cooperative(grid, waits_for_its_grid));
  EXPECT_HAS(message_of<rungs::Failed>([&] { rungs::launch(grid, waits_for_its_grid); }),
             "launch_cooperative has not launched");
}

}  // namespace
