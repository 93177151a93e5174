// Atomics from many blocks on several OS threads.
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

}  // namespace
