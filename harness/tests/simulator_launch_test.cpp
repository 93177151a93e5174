// Index variables, launches, copies, streams and limits.
#include <atomic>
#include <stdexcept>

#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

__global__ void record(unsigned* counts, dim3 blocks, dim3 threads) {
  if (gridDim.x != blocks.x || gridDim.y != blocks.y || gridDim.z != blocks.z) return;
  if (blockDim.x != threads.x || blockDim.y != threads.y || blockDim.z != threads.z) return;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  atomicAdd(&counts[block * threads.x * threads.y * threads.z + thread], 1U);
}

TEST(SimulatorLaunch, EveryThreadRunsOnceUnderAnyOrder) {
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    const dim3 blocks(5, 3, 2);
    const dim3 threads(7, 4, 3);
    std::vector<unsigned> counts(5 * 3 * 2 * 7 * 4 * 3);
    rungs::launch({blocks, threads, session.stream()}, record, counts.data(), blocks, threads);
    EXPECT_EQ(counts, std::vector<unsigned>(counts.size(), 1));
  }
}

__global__ void keep_positions(uint3* positions, unsigned after_a_barrier) {
  if (after_a_barrier != 0) __syncthreads();
  positions[threadIdx.x + threadIdx.y * blockDim.x] = threadIdx;
}

TEST(SimulatorLaunch, IndexVariablesSurviveASwitch) {
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    std::vector<uint3> positions(15 * 4);
    rungs::launch({1, dim3(15, 4), session.stream()}, keep_positions, positions.data(), 1);
    for (unsigned i = 0; i < positions.size(); ++i) {
      EXPECT_EQ(positions[i].x, i % 15);
      EXPECT_EQ(positions[i].y, i / 15);
    }
  }
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

TEST(SimulatorLaunch, SharedMemoryIsAlignedAndItsOwnPerBlock) {
  Session session({Order::random, 3});
  std::vector<unsigned> sums(100);
  const auto kernel = [](unsigned* out) {
    unsigned* shared = rungs::dynamic_shared<unsigned>();
    if (reinterpret_cast<std::uintptr_t>(shared) % 128 != 0) return;
    shared[threadIdx.x] = blockIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = shared[0] + shared[blockDim.x - 1];
  };
  rungs::launch({100, 64, session.stream(), 64 * sizeof(unsigned)}, +kernel, sums.data());
  for (unsigned i = 0; i < 100; ++i) EXPECT_EQ(sums[i], 2 * i);
}

TEST(SimulatorLaunch, CopiesAndFills) {
  Session session({});
  const std::vector<int> host{1, 2, 3};
  std::vector<int> device(3), copy(3), back(3);
  const int* view = device.data();
  rungs::upload(view, host.data(), 3, session.stream());
  rungs::copy_bytes(copy.data(), device.data(), 3 * sizeof(int), session.stream());
  rungs::download(back.data(), copy.data(), 3, session.stream());
  EXPECT_EQ(back, host);
  rungs::fill_bytes(back.data(), 0xFF, 3 * sizeof(int), session.stream());
  EXPECT_EQ(back, std::vector<int>(3, -1));
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

}  // namespace
