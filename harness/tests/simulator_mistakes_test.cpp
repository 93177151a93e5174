// Kernels that are wrong on purpose, and that the simulator must catch. The probes have more of them.
#include <sys/mman.h>
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

// Under every order, 4 blocks of `kernel` fail with these words.
void expect_mistake(void (*kernel)(unsigned*), const std::vector<std::string>& words, unsigned threads = 64) {
  expect_failure(all_orders(), {4, threads, 64 * sizeof(unsigned)}, kernel, words);
}

__global__ void last_writer_wins(unsigned* out) {
  unsigned* shared = rungs::dynamic_shared<unsigned>();
  shared[0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = shared[0];
}

TEST(SimulatorMistakes, ARaceHasSeveralResults) {
  EXPECT_GT(results_of({1, 64, sizeof(unsigned)}, 64, last_writer_wins).size(), 2U);
}

__global__ void writes_before(unsigned*) { (rungs::dynamic_shared<unsigned>() - 1)[threadIdx.x] = 1; }

TEST(SimulatorMistakes, AStoreBeforeDynamicSharedMemory) {
  expect_mistake(writes_before, {"outside of dynamic shared memory, of which there are 256"});
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
  expect_mistake(early_return,
                 {"block (3, 0, 0): threads wait for others that never come", "waiting at __syncthreads at ",
                  "simulator_mistakes_test.cpp:", "60 of 64 threads: (0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), ...",
                  "returned, 4 of 64 threads: (60, 0, 0)"});
  expect_mistake(barrier_and_warp,
                 {"waiting at __syncthreads at ", "__syncwarp (mask 0xffffffff) at ", "1 of 64 threads: (5, 0, 0)"});
}

__global__ void different_masks(unsigned* out) {
  out[threadIdx.x] = __reduce_add_sync(threadIdx.x % 32 == 0 ? 0xFFFFFFFF : 0xFFFFFFF0 | 1U << threadIdx.x % 32, 1U);
}
__global__ void beyond_the_block(unsigned* out) { out[threadIdx.x] = __ballot_sync(0xFFFFFFFF, 1); }

TEST(SimulatorMistakes, WarpMasks) {
  expect_mistake(different_masks, {"wait for others that never come"});
  expect_mistake(beyond_the_block, {"lanes beyond the 16 of the block's last warp"}, 48);
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

// Kernels whose instructions the CPU refuses: each fails, with the line and the thread, and the program goes on.

// The CPU is to find these, not a sanitizer.
#define UNCHECKED __attribute__((no_sanitize("address", "undefined")))

UNCHECKED __global__ void non_canonical(unsigned* out) {
  if (threadIdx.x == 17) *reinterpret_cast<unsigned*>(reinterpret_cast<std::uintptr_t>(out) | 1ULL << 60U) = 1;
}

TEST(SimulatorCrashes, NameTheLineAndTheThread) {
  expect_failure(
      all_orders(), {2, 64}, non_canonical,
      {"far outside of any memory", "thread (17, 0, 0)", "simulator_mistakes_test.cpp:", "(unsigned int*), block ("});
}

__global__ void throws_a_number(unsigned*) {
  if (threadIdx.x == 17) throw 5;
}

TEST(SimulatorCrashes, ForeignExceptions) {
  expect_failure(all_orders(), {1, 64}, throws_a_number, {"thread (17, 0, 0): threw an exception"});
}

// What a launch function does on the host instead of the device.

constexpr std::size_t page = 4096;

class OnePage final : public rungs::simulator::DeviceMemory {
 public:
  OnePage() : start_(::mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~OnePage() override { ::munmap(start_, page); }
  OnePage(const OnePage&) = delete;
  OnePage& operator=(const OnePage&) = delete;
  void allow(bool allowed) noexcept override { ::mprotect(start_, page, allowed ? PROT_READ | PROT_WRITE : PROT_NONE); }
  [[nodiscard]] bool has(std::uintptr_t address) const noexcept override {
    return address - reinterpret_cast<std::uintptr_t>(start_) < page;
  }
  [[nodiscard]] unsigned* numbers() const { return static_cast<unsigned*>(start_); }

 private:
  void* start_;
};

__global__ void count_up(unsigned* out) { out[threadIdx.x] = threadIdx.x; }

void launch_count_up(rungs::Stream stream, unsigned* out) { rungs::launch({1, 64, stream}, count_up, out); }
void copy(rungs::Stream stream, unsigned* out) { rungs::copy_bytes(out + 64, out, 64, stream); }
__attribute__((no_sanitize("address"))) void host_writes(rungs::Stream stream, unsigned* out) {
  launch_count_up(stream, out);
  for (unsigned i = 0; i < 64; ++i) static_cast<volatile unsigned*>(out)[i] = i;
}
__attribute__((no_sanitize("address"))) void host_reads(rungs::Stream stream, unsigned* out) {
  if (static_cast<volatile unsigned*>(out)[5] == 0) launch_count_up(stream, out);
}

std::string misuse(void (*launch)(rungs::Stream, unsigned*)) {
  OnePage memory;
  std::string found;
  {
    Session session({}, &memory);
    launch(session.stream(), memory.numbers());
    found = session.misuse();
  }
  static_cast<volatile unsigned*>(memory.numbers())[0] = 1;  // there is access again
  return found;
}

TEST(SimulatorHostWork, IsFound) {
  EXPECT_EQ(misuse(launch_count_up), "");
  EXPECT_EQ(misuse(copy), "");
  EXPECT_HAS(misuse(host_writes), "the launch function writes to the device's memory on the host, at ");
  EXPECT_HAS(misuse(host_reads), "the launch function reads the device's memory on the host, at ");
  EXPECT_HAS(misuse(host_reads), "simulator_mistakes_test.cpp:");
}

}  // namespace
