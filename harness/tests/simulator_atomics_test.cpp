// Atomics from many blocks on several OS threads.
#include <cuda/atomic>
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;

constexpr unsigned n = 64 * 256;

template <class T, class Update> __global__ void update_all(T* total, Update update) {
  update(total, blockIdx.x * blockDim.x + threadIdx.x);
}

/// `update(total, i)` in each of n threads makes `to` of `from`.
template <class T, class Update> void expect_total(T from, T to, Update update) {
  for (const unsigned os_threads : {1U, 2U, 4U}) {
    Session session({Order::random, 5, os_threads});
    T total = from;
    rungs::launch({64, 256, session.stream()}, update_all<T, Update>, &total, update);
    EXPECT_EQ(total, to);
  }
}

TEST(SimulatorAtomics, NoUpdateIsLost) {
  const int count = n;
  expect_total(0, -count, [](int* t, unsigned) { atomicAdd(t, -1); });
  expect_total(0U, n, [](unsigned* t, unsigned) { atomicAdd_system(t, 1); });
  expect_total(0ULL, (1ULL << 33) * n, [](unsigned long long* t, unsigned) { atomicAdd(t, 1ULL << 33); });
  expect_total(0.0F, 0.5F * n, [](float* t, unsigned) { atomicAdd(t, 0.5F); });
  expect_total(0.0, 0.25 * n, [](double* t, unsigned) { atomicAdd(t, 0.25); });
  expect_total(1000, 8 - count, [](int* t, unsigned i) { atomicMin(t, 7 - static_cast<int>(i)); });
  expect_total(0ULL, n - 1ULL, [](unsigned long long* t, unsigned i) { atomicMax(t, i); });
  expect_total(0U, ~0U, [](unsigned* t, unsigned i) { atomicOr(t, 1U << i % 32); });
  expect_total(~0U, 0xFFFF0000U, [](unsigned* t, unsigned i) { atomicAnd(t, ~(1U << i % 16)); });
  expect_total(0U, 0U, [](unsigned* t, unsigned i) { atomicXor(t, i); });
  expect_total(0U, n % 10, [](unsigned* t, unsigned) { atomicInc(t, 9); });
  expect_total(0U, (7 - n % 7) % 7, [](unsigned* t, unsigned) { atomicDec(t, 6); });
  expect_total(0, -2 * count, [](int* t, unsigned) { atomicSub_block(t, 2); });
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
  EXPECT_TRUE(ref.compare_exchange_strong(expected, 7, cuda::memory_order_acq_rel, cuda::memory_order_relaxed));
  EXPECT_EQ(ref.exchange(4), 7);
  EXPECT_EQ(ref++, 4);
  EXPECT_EQ(value, 5);
}

}  // namespace
