// Atomics from many blocks on several OS threads.
#include <cuda/atomic>

#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

struct Totals {
  int sum = 0;
  unsigned count = 0;
  unsigned long long wide = 0;
  float real = 0;
  double precise = 0;
  int low = 1000;
  unsigned long long high = 0;
  unsigned ones = 0;
  unsigned zeros = ~0U;
  unsigned parity = 0;
  unsigned wrapped = 0;
  unsigned down = 0;
  unsigned cas = 0;
  int sub = 0;
};

__global__ void all_atomics(Totals* t) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&t->sum, -1);
  atomicAdd(&t->count, 1);
  atomicAdd(&t->wide, 1ULL << 33);
  atomicAdd(&t->real, 0.5F);
  atomicAdd(&t->precise, 0.25);
  atomicMin(&t->low, 7 - static_cast<int>(i));
  atomicMax(&t->high, i);
  atomicOr(&t->ones, 1U << i % 32);
  atomicAnd(&t->zeros, ~(1U << i % 16));
  atomicXor(&t->parity, i);
  atomicInc(&t->wrapped, 9);
  atomicDec(&t->down, 6);
  atomicSub_block(&t->sub, 2);
  unsigned seen = atomicExch(&t->cas, atomicCAS(&t->cas, 0xFFFFFFFFU, 0U));  // leaves the value as it may be
  if (seen == 1) atomicAdd_system(&t->count, 1000000);
}

TEST(SimulatorAtomics, NoUpdateIsLost) {
  for (const unsigned os_threads : {1U, 2U, 4U}) {
    Session session({Order::random, 5, os_threads});
    constexpr unsigned n = 64 * 256;
    Totals t;
    rungs::launch({64, 256, session.stream()}, all_atomics, &t);
    EXPECT_EQ(t.sum, -static_cast<int>(n));
    EXPECT_EQ(t.count, n);
    EXPECT_EQ(t.wide, (1ULL << 33) * n);
    EXPECT_EQ(t.real, 0.5F * n);
    EXPECT_EQ(t.precise, 0.25 * n);
    EXPECT_EQ(t.low, 8 - static_cast<int>(n));
    EXPECT_EQ(t.high, n - 1);
    EXPECT_EQ(t.ones, ~0U);
    EXPECT_EQ(t.zeros, 0xFFFF0000U);
    EXPECT_EQ(t.parity, 0U);
    EXPECT_EQ(t.wrapped, n % 10);
    EXPECT_EQ(t.down, (7 - n % 7) % 7);
    EXPECT_EQ(t.sub, -2 * static_cast<int>(n));
  }
}

TEST(SimulatorAtomics, OldValuesComeBack) {
  unsigned word = 5;
  EXPECT_EQ(atomicCAS(&word, 4, 9), 5U);
  EXPECT_EQ(word, 5U);
  EXPECT_EQ(atomicCAS(&word, 5, 9), 5U);
  EXPECT_EQ(atomicExch(&word, 3), 9U);
  EXPECT_EQ(atomicInc(&word, 3), 3U);
  EXPECT_EQ(word, 0U);
  EXPECT_EQ(atomicDec(&word, 3), 0U);
  EXPECT_EQ(word, 3U);
}

__global__ void last_block(unsigned* arrived, const unsigned* partial, unsigned* total) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*arrived);
    last = counter.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) atomicAdd(total, partial[threadIdx.x]);
}

TEST(SimulatorAtomics, ThePatternOfTheLastBlock) {
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    unsigned arrived = 0;
    unsigned total = 0;
    const std::vector<unsigned> partial(64, 3);
    rungs::launch({50, 64, session.stream()}, last_block, &arrived, partial.data(), &total);
    EXPECT_EQ(total, 192U);
  }
}

TEST(SimulatorAtomics, AtomicRef) {
  int value = 3;
  const cuda::atomic_ref<int, cuda::thread_scope_block> ref(value);
  EXPECT_EQ(ref.fetch_max(8, cuda::memory_order_relaxed), 3);
  EXPECT_EQ(ref.fetch_min(5, cuda::std::memory_order_relaxed), 8);
  EXPECT_EQ(ref.load(), 5);
  ref.store(1);
  int expected = 2;
  EXPECT_FALSE(ref.compare_exchange_strong(expected, 7));
  EXPECT_EQ(expected, 1);
  EXPECT_TRUE(
      ref.compare_exchange_strong(expected, 7, cuda::memory_order_acq_rel, cuda::memory_order_relaxed));
  EXPECT_EQ(ref.exchange(4), 7);
  EXPECT_EQ(ref++, 4);
  EXPECT_EQ(value, 5);
}

}  // namespace
