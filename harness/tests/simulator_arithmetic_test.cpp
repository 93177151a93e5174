// 16-bit floats against exact values, computed in 113 bits of mantissa and rounded once; the probes try the other
// intrinsics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <algorithm>
#include <cmath>
#include <random>
#include "harness/tests/simulator_testing.hpp"

namespace {

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
