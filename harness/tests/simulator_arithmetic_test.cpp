// Packed integers against plain loops over lanes, and 16-bit floats against exact values; the other intrinsics are
// tried by the probes.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>
#include "harness/tests/simulator_testing.hpp"

namespace {

constexpr unsigned corners[] = {0, 0xFFFFFFFF, 0x80007FFF, 0x7F80FF00, 0x00010001, 0x01010101, 0x80808080, 0x7FFF8000};

// Compares a packed intrinsic with `lane` on every lane, over random words and words of extreme lanes.
template <class Lane, class F, class... Words> void expect_packed(unsigned (*packed)(Words...), F lane) {
  constexpr std::size_t lanes = 4 / sizeof(Lane);
  const auto split = [](unsigned word) { return std::bit_cast<std::array<Lane, lanes>>(word); };
  const auto compare = [&](auto... words) {
    const auto actual = split(packed(words...));
    for (std::size_t i = 0; i < lanes; ++i) {
      ASSERT_EQ(actual[i], static_cast<Lane>(lane(static_cast<long>(split(words)[i])...))) << "lane " << i;
    }
  };
  std::mt19937 random(1);
  const auto draw = [&] {
    return random() % 2 == 0 ? static_cast<unsigned>(random()) : corners[random() % std::size(corners)];
  };
  for (int turn = 0; turn < 4000; ++turn) compare(Words{draw()}...);
}

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
constexpr auto lesser = [](auto... x) { return std::min({x...}); };
constexpr auto greater = [](auto... x) { return std::max({x...}); };

TEST(SimulatorIntrinsics, PackedMinimaAndMaxima) {
  expect_packed<u8>(__vminu4, lesser);
  expect_packed<u8>(__vmaxu4, greater);
  expect_packed<u16>(__vminu2, lesser);
  expect_packed<u16>(__vmaxu2, greater);
  expect_packed<s8>(__vmins4, lesser);
  expect_packed<s8>(__vmaxs4, greater);
  expect_packed<s16>(__vmins2, lesser);
  expect_packed<s16>(__vmaxs2, greater);
  expect_packed<u16>(__vimin3_u16x2, lesser);
  expect_packed<u16>(__vimax3_u16x2, greater);
  expect_packed<s16>(__vimin3_s16x2, lesser);
  expect_packed<s16>(__vimax3_s16x2, greater);
}

TEST(SimulatorIntrinsics, PackedSums) {
  expect_packed<u8>(__vadd4, [](long x, long y) { return x + y; });
  expect_packed<u16>(__vadd2, [](long x, long y) { return x + y; });
  expect_packed<u8>(__vsub4, [](long x, long y) { return x - y; });
  expect_packed<u16>(__vsub2, [](long x, long y) { return x - y; });
  expect_packed<u8>(__vabsdiffu4, [](long x, long y) { return std::abs(x - y); });
  expect_packed<u16>(__vabsdiffu2, [](long x, long y) { return std::abs(x - y); });
  expect_packed<u8>(__vavgu4, [](long x, long y) { return (x + y + 1) / 2; });
  expect_packed<u8>(__vaddus4, [](long x, long y) { return std::min(x + y, 255L); });
  expect_packed<s16>(__vaddss2, [](long x, long y) { return std::clamp(x + y, -32768L, 32767L); });
  expect_packed<u16>(__vsubus2, [](long x, long y) { return std::max(x - y, 0L); });
  expect_packed<u16>(__vcmpgtu2, [](long x, long y) { return x > y ? 0xFFFF : 0; });
  expect_packed<s8>(__vsetlts4, [](long x, long y) { return x < y ? 1 : 0; });
}

TEST(SimulatorIntrinsics, FusedSumsAndMinima) {
  expect_packed<u16>(__viaddmin_u16x2, [](long x, long y, long z) { return std::min((x + y) & 0xFFFF, z); });
  expect_packed<u16>(__viaddmax_u16x2, [](long x, long y, long z) { return std::max((x + y) & 0xFFFF, z); });
  expect_packed<s16>(__viaddmax_s16x2_relu, [](long x, long y, long z) {
    return std::max({long{static_cast<s16>(x + y)}, z, 0L});
  });
}

// 16-bit floats against exact values, computed in 113 bits of mantissa and rounded once.

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

template <class T> void expect_conversions() {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const T value = T::of_bits(bits);
    const float exact = value;
    if (std::isnan(exact)) continue;
    ASSERT_EQ(T(exact).bits, bits);
    ASSERT_EQ(T(double{exact}).bits, bits);
    const float up = T::rounded(std::nextafter(exact, HUGE_VALF), FE_UPWARD);
    const float down = T::rounded(std::nextafter(exact, -HUGE_VALF), FE_DOWNWARD);
    ASSERT_TRUE(std::isinf(exact) || (up > exact && down < exact)) << exact;
    ASSERT_EQ(float(T::rounded(std::nextafter(exact, 0.0F), FE_TOWARDZERO)) == exact, exact == 0) << exact;
  }
}

TEST(SimulatorShortFloats, ConversionsAreExactOrRoundAsTheySay) {
  expect_conversions<__half>();
  expect_conversions<__nv_bfloat16>();
}

}  // namespace
