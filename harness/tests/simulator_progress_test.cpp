// Kernels whose threads wait for each other without a barrier, and kernels that never end.
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

std::vector<Settings> some_orders(double patience_s = 30) {
  return {{Order::forward, 0, 0, patience_s}, {Order::reverse, 0, 1, patience_s}, {Order::random, 7, 0, patience_s}};
}

// `kernel` ends under each order, and leaves this in the first of its numbers.
void expect_ends(const Shape& shape, unsigned expected, void (*kernel)(unsigned*)) {
  for (const Settings& settings : some_orders()) {
    Session session(settings);
    std::vector<unsigned> out(512);
    rungs::launch({shape.blocks, shape.threads, session.stream()}, kernel, out.data());
    EXPECT_EQ(out[0], expected);
  }
}

void expect_stuck(const Shape& shape, void (*kernel)(unsigned*), const std::vector<std::string>& words) {
  for (const Settings& settings : some_orders(0.2)) {
    Session session(settings);
    std::vector<unsigned> out(512);
    const std::string text = message_of<rungs::Failed>([&] {
      rungs::launch({shape.blocks, shape.threads, session.stream()}, kernel, out.data());
    });
    for (const std::string& word : words) EXPECT_HAS(text, word);
  }
}

__global__ void look_back(unsigned* out) {
  volatile unsigned* const sums = out + 256;
  __shared__ unsigned before;
  if (threadIdx.x == 0) {
    before = 0;
    if (blockIdx.x > 0) {
      while (sums[blockIdx.x - 1] == 0) {
      }
      before = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = before + 1;
    if (blockIdx.x + 1 == gridDim.x) out[0] = before + 1;
  }
  __syncthreads();
}

__global__ void sleeps_for_all(unsigned* out) {
  if (threadIdx.x == 0) atomicAdd(out, 1U);
  while (*static_cast<volatile unsigned*>(out) < gridDim.x) __nanosleep(100);
}

TEST(SimulatorProgress, SpinsBetweenBlocksEnd) {
  expect_ends({40, 32}, 40, look_back);
  expect_ends({9, 64}, 9, sleeps_for_all);
}

__global__ void never_set(unsigned* out) {
  if (threadIdx.x == 3) return;
  while (*static_cast<volatile unsigned*>(out) == 0) {
  }
}

__global__ void never_all(unsigned* out) {
  atomicAdd(out, 1U);
  while (*static_cast<volatile unsigned*>(out) <= 64) __nanosleep(100);
}

__global__ void counts_for_ever(unsigned* out) {
  for (volatile unsigned long long i = 0; *static_cast<volatile unsigned*>(out) == 0;) i = i + 1;
}

TEST(SimulatorProgress, DeadlocksAreReported) {
  expect_stuck({1, 32}, never_set,
               {"never_set(unsigned int*), block (0, 0, 0): no thread of the grid has got anywhere", "in a loop at ",
                "simulator_progress_test.cpp:", " of 32 threads: (0, 0, 0)", "returned, 1 of 32 threads: (3, 0, 0)"});
  expect_stuck({1, 64}, never_all, {"waiting at __nanosleep at ", "of 64 threads: (0, 0, 0)"});
  expect_stuck({3, 32}, never_set, {"no thread of the grid has got anywhere"});
  expect_stuck({1, 1}, counts_for_ever, {"no thread of the grid has ended or waited for 1.2", "in a loop at "});
}

}  // namespace
