// Kernels whose instructions the CPU refuses: each fails, with the line and the thread, and the program goes
// on. The probes have more such instructions.
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

// The CPU is to find these, not a sanitizer.
#define UNCHECKED __attribute__((no_sanitize("address", "undefined")))

void expect_fault(void (*kernel)(unsigned*), const std::string& what) {
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    std::vector<unsigned> out(4096);
    const std::string text = message_of<rungs::Failed>([&] {
      rungs::launch({dim3(2), dim3(64), session.stream()}, kernel, out.data());
    });
    EXPECT_HAS(text, what);
    EXPECT_HAS(text, "thread (17, 0, 0)");
    EXPECT_HAS(text, "simulator_crashes_test.cpp:");
    EXPECT_HAS(text, "(unsigned int*), block (");
  }
}

UNCHECKED __global__ void misaligned_number(unsigned* out) {
  if (threadIdx.x == 17 && reinterpret_cast<std::uintptr_t>(out) % 4 == 0) __builtin_trap();  // as variants do
}
UNCHECKED __global__ void null_read(unsigned* out) {
  const unsigned* const nothing = threadIdx.x == 17 ? nullptr : out;
  __syncthreads();
  out[threadIdx.x] = *nothing;
}
UNCHECKED __global__ void non_canonical(unsigned* out) {
  if (threadIdx.x == 17) *reinterpret_cast<unsigned*>(reinterpret_cast<std::uintptr_t>(out) | 1ULL << 60U) = 1;
}
UNCHECKED __global__ void divides(unsigned* out) {
  out[threadIdx.x] = 100 / (threadIdx.x - 17 + *static_cast<volatile unsigned*>(out + 4000));
}

TEST(SimulatorCrashes, NameTheLineAndTheThread) {
  expect_fault(misaligned_number, "an access that is not aligned to its size, or code that must not be reached");
  expect_fault(null_read, "a read through a null pointer (address 0x0)");
  expect_fault(non_canonical, "far outside of any memory");
  expect_fault(divides, "an integer division by zero");
}

__global__ void traps(unsigned*) {
  if (threadIdx.x == 17) __trap();
}
__global__ void throws_a_number(unsigned*) {
  if (threadIdx.x == 17) throw 5;
}

TEST(SimulatorCrashes, TrapsAndForeignExceptions) {
  expect_fault(traps, "__trap at ");
  Session session({});
  EXPECT_HAS(message_of<rungs::Failed>([&] {
               rungs::launch({1, 64, session.stream()}, throws_a_number, static_cast<unsigned*>(nullptr));
             }),
             "thread (17, 0, 0): threw an exception");
}

}  // namespace
