// Index variables, launches, copies, streams and limits; arithmetic of 16-bit floats.
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <algorithm>
#include <cmath>
#include <random>
#include <rungs/cooperative.hpp>
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
  const Shape shape{dim3(5, 3, 2), dim3(7, 4, 3)};
  const std::vector<unsigned> each_once(5 * 3 * 2 * 7 * 4 * 3, 1);
  for (const unsigned with_barrier : {0U, 1U})
    EXPECT_EQ(results_of(shape, each_once.size(), record, with_barrier), std::set{each_once});
}

__global__ void nothing() {}

std::string refusal(dim3 blocks, dim3 threads, std::size_t bytes = 0) {
  return message_of<rungs::Unsupported>([&] { rungs::launch({blocks, threads, {}, bytes}, nothing); });
}

TEST(SimulatorLaunch, LimitsAreThoseOfAGpu) {
  EXPECT_HAS(refusal(dim3(1, 70000), 1), "grid.y 70000 is over the limit of 65535");
  EXPECT_HAS(refusal(0x80000000U, 1), "grid.x 2147483648 is over the limit of 2147483647");
  const auto mistake = [](dim3 blocks, dim3 threads) {
    return message_of<rungs::Failed>([&] { rungs::launch({blocks, threads, {}, 0}, nothing); });
  };
  EXPECT_HAS(mistake(0, 1), "grid.x is 0");
  EXPECT_HAS(mistake(1, 1025), "block.x 1025; expected 1 to 1024");
  EXPECT_HAS(mistake(1, dim3(64, 32)), "threads a block: 2048; expected 1 to 1024");
  EXPECT_HAS(mistake(1, dim3(1, 1, 65)), "block.z 65; expected 1 to 64");
  EXPECT_HAS(refusal(1, 1, 227 * 1024 + 1), "232449 is over the limit of 232448");
  EXPECT_EQ(refusal(1, 1024, 227 * 1024), "nothing thrown");
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
  EXPECT_HAS(message_of<rungs::Failed>([&] { rungs::upload(&value, &other, 1, {}); }), "an upload");
  EXPECT_NO_THROW(rungs::launch({1, 1, session.stream()}, nothing));
}

__global__ void waits_for_its_grid() { cooperative_groups::this_grid().sync(); }

TEST(SimulatorLaunch, AGridIsWaitedForInACooperativeLaunchAlone) {
  Session session({});
  const rungs::Grid grid{2, 40, session.stream()};
  EXPECT_NO_THROW(rungs::launch_cooperative(grid, waits_for_its_grid));
  EXPECT_HAS(message_of<rungs::Failed>([&] { rungs::launch(grid, waits_for_its_grid); }),
             "launch_cooperative has not launched");
}

// 16-bit floats against exact values, computed in 113 bits of mantissa and rounded once; the probes try the other
// intrinsics.

__extension__ using Wide = __float128;

// `exact`, rounded to `mantissa` bits behind the leading one; subnormals below 2^lowest.
double rounded(Wide exact, int mantissa, int lowest, double largest) {
  const Wide magnitude = exact < 0 ? -exact : exact;
  const double unit = std::ldexp(1.0, std::max(std::ilogb(static_cast<double>(magnitude)), lowest) - mantissa);
  const Wide units = magnitude / unit;
  auto whole = static_cast<long long>(units);
  const Wide rest = units - static_cast<Wide>(whole);
  if (rest > 0.5 || (rest == 0.5 && whole % 2 == 1)) ++whole;
  const double result = static_cast<double>(whole) * unit;
  return std::copysign(result > largest ? HUGE_VAL : result, static_cast<double>(exact));
}

double nearest(__half, Wide exact) { return rounded(exact, 10, -14, 65504); }
double nearest(__nv_bfloat16, Wide exact) { return rounded(exact, 7, -126, 0x1.fep127); }

template <class T> void expect_exact() {
  std::mt19937 random(1);
  const auto draw = [&] {
    T value;
    do value = T::of_bits(random() & 0xFFFFU);
    while (!(std::fabs(float{value}) < 0x1p30F) || std::fabs(float{value}) < 0x1p-30F);  // so that sums fit
    return value;
  };
  for (int turn = 0; turn < 20000; ++turn) {
    const T a = draw(), b = turn % 2 == 0 ? draw() : T(-float{a} * (1 + 0x1p-7F)), c = draw();
    const Wide x = float{a}, y = float{b}, z = float{c};
    ASSERT_EQ(float{a + b}, nearest(a, x + y)) << float{a} << " + " << float{b};
    ASSERT_EQ(float{a - b}, nearest(a, x - y)) << float{a} << " - " << float{b};
    ASSERT_EQ(float{a * b}, nearest(a, x * y)) << float{a} << " * " << float{b};
    ASSERT_EQ(float{__hfma(a, b, c)}, nearest(a, x * y + z)) << float{a} << " * " << float{b} << " + " << float{c};
    ASSERT_EQ(float{a / b}, nearest(a, x / y)) << float{a} << " / " << float{b};
  }
}

TEST(SimulatorShortFloats, ArithmeticRoundsOnce) {
  expect_exact<__half>();
  expect_exact<__nv_bfloat16>();
}

}  // namespace
