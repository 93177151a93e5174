// Kernels whose instructions the CPU refuses: each fails, with the line and the thread, and the program goes
// on.
#include <cassert>
#include <stdexcept>
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

// The CPU is to find these, not a sanitizer.
#define UNCHECKED __attribute__((no_sanitize("address", "undefined")))

void expect_fault(void (*kernel)(unsigned*), const std::string& what, const std::string& thread = "(17, 0, 0)",
                  const std::string& line = "simulator_crashes_test.cpp:") {
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    std::vector<unsigned> out(4096);
    const std::string text = message_of<rungs::Failed>([&] {
      rungs::launch({dim3(2), dim3(64), session.stream()}, kernel, out.data());
    });
    EXPECT_HAS(text, what);
    EXPECT_HAS(text, "thread " + thread);
    EXPECT_HAS(text, line);
    EXPECT_HAS(text, "(unsigned int*), block (");
  }
}

#if defined(__x86_64__)
UNCHECKED __global__ void misaligned_vector(unsigned* out) {
  if (threadIdx.x == 17) __asm__ volatile("movaps (%0), %%xmm0" : : "r"(out + 1 + blockIdx.x) : "xmm0");
}
#endif
UNCHECKED __global__ void misaligned_number(unsigned* out) {
  if (threadIdx.x == 17 && reinterpret_cast<std::uintptr_t>(out) % 4 == 0) __builtin_trap();  // as variants do
}
UNCHECKED __global__ void null_read(unsigned* out) {
  const unsigned* const nothing = threadIdx.x == 17 ? nullptr : out;
  __syncthreads();
  out[threadIdx.x] = *nothing;
}
UNCHECKED __global__ void far_write(unsigned* out) {
  if (threadIdx.x == 17) out[std::size_t{1} << 40U] = 1;
}
UNCHECKED __global__ void non_canonical(unsigned* out) {
  if (threadIdx.x == 17) *reinterpret_cast<unsigned*>(reinterpret_cast<std::uintptr_t>(out) | 1ULL << 60U) = 1;
}
UNCHECKED __global__ void divides(unsigned* out) {
  out[threadIdx.x] = 100 / (threadIdx.x - 17 + *static_cast<volatile unsigned*>(out + 4000));
}
__global__ void aborts(unsigned*) {
  if (threadIdx.x == 17) std::abort();
}
UNCHECKED __device__ unsigned deeper(unsigned* out, unsigned depth) {
  volatile unsigned values[1024];
  values[depth % 1024] = depth;
  return depth == 0 ? 0 : deeper(out, depth - 1) + values[depth % 1024];
}
UNCHECKED __global__ void recurses(unsigned* out) {
  if (threadIdx.x == 17) out[0] = deeper(out, 1000);
}

TEST(SimulatorCrashes, NameTheLineAndTheThread) {
#if defined(__x86_64__)
  expect_fault(misaligned_vector, "an access of a vector that is not aligned");
#endif
  expect_fault(misaligned_number, "an access that is not aligned to its size, or code that must not be reached");
  expect_fault(null_read, "a read through a null pointer (address 0x0)");
  expect_fault(far_write, "a write far outside of any buffer (address 0x");
  expect_fault(non_canonical, "far outside of any memory");
  expect_fault(divides, "an integer division by zero");
  expect_fault(aborts, "abort (a failed assertion", "(17, 0, 0)", "");  // no line below a sanitizer
  expect_fault(recurses, "local variables of more than 512 KiB");
}

__global__ void traps(unsigned*) {
  if (threadIdx.x == 17) __trap();
}
__global__ void throws_a_number(unsigned*) {
  if (threadIdx.x == 17) throw 5;
}

__global__ void throws_an_error(unsigned*) {
  if (threadIdx.x == 17) throw std::runtime_error("from a kernel");
}

TEST(SimulatorCrashes, TrapsAndForeignExceptions) {
  expect_fault(traps, "__trap at ");
  for (void (*kernel)(unsigned*) : {throws_a_number, throws_an_error}) {
    Session session({});
    const std::string text = message_of<rungs::Failed>([&] {
      rungs::launch({1, 64, session.stream()}, kernel, static_cast<unsigned*>(nullptr));
    });
    EXPECT_HAS(text, "thread (17, 0, 0): threw an exception");
    if (kernel == throws_an_error) {
      EXPECT_HAS(text, "from a kernel");
    }
  }
}

}  // namespace
