// Half precision and bfloat16 on the host, and comparison with a tolerance.
#include <gtest/gtest.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <rungs/core/comparison.hpp>
#include <rungs/core/numbers.hpp>
#include <rungs/random.hpp>
#include <vector>

namespace {

using rungs::bfloat16;
using rungs::half;

/// Bit by bit; any NaN is like any other.
bool same(float a, float b) {
  return std::isnan(a) ? std::isnan(b) : std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

float any_float(std::uint64_t seed, std::uint64_t i) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(rungs::random_bits(seed, i)));
}

TEST(Half, EveryOneIsTheCompilersOwn) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    half value;
    value.bits = static_cast<std::uint16_t>(bits);
    ASSERT_TRUE(same(static_cast<float>(std::bit_cast<_Float16>(value.bits)), static_cast<float>(value))) << bits;
  }
}

TEST(Half, FloatsAreRoundedAsTheCompilerDoes) {
  std::vector<float> values{0.0F,         -0.0F,        65504,    65519.996F, 65520,           1e9F,
                            INFINITY,     0x1p-24F,     0x1p-25F, 0x1.8p-25F, 0x1.000002p-25F, 0x1p-14F,
                            0x1.ffcp-15F, 0x1.ffep-15F, 2049,     2051};
  for (std::uint64_t i = 0; i < 2'000'000; ++i) values.push_back(any_float(1, i));
  for (const float value : values) {
    ASSERT_TRUE(same(static_cast<float>(static_cast<_Float16>(value)), static_cast<float>(half(value)))) << value;
  }
}

TEST(Bfloat16, IsTheNearestWithTiesToEven) {
  for (std::uint64_t i = 0; i < 1'000'000; ++i) {
    const float value = any_float(2, i);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t nearest = (bits + 0x7FFFU + ((bits >> 16U) & 1U)) & 0xFFFF0000U;
    const float expected = std::isnan(value) ? value : std::bit_cast<float>(nearest);
    ASSERT_TRUE(same(expected, static_cast<float>(bfloat16(value)))) << value;
  }
  EXPECT_EQ(static_cast<float>(bfloat16(1.0F)), 1.0F);
}

template <class T> bool agrees(T expected, T actual, const rungs::Tolerance& tolerance) {
  return rungs::compare_plane<T>(std::vector<T>{expected}, std::vector<T>{actual}, 1, tolerance).equal();
}

TEST(Tolerance, AbsoluteAndRelativeAddUp) {
  EXPECT_TRUE(agrees(100.0F, 101.5F, {.absolute = 0.5, .relative = 0.01}));
  EXPECT_FALSE(agrees(100.0F, 101.6F, {.absolute = 0.5, .relative = 0.01}));
  EXPECT_TRUE(agrees(10, 12, {.absolute = 2}));
  EXPECT_FALSE(agrees(10, 13, {.absolute = 2}));
}

TEST(Tolerance, UnitsInTheLastPlaceAreThoseOfTheType) {
  const float next = std::nextafterf(1.0F, 2.0F);
  EXPECT_TRUE(agrees(1.0F, next, {.ulp = 1}));
  EXPECT_FALSE(agrees(1.0F, std::nextafterf(next, 2.0F), {.ulp = 1}));
  EXPECT_TRUE(agrees(1.0, std::nextafter(1.0, 2.0), {.ulp = 1}));
  half one(1.0F);
  half after = one;
  after.bits += 1;
  EXPECT_TRUE(agrees(one, after, {.ulp = 1}));
  after.bits += 1;
  EXPECT_FALSE(agrees(one, after, {.ulp = 1}));
  bfloat16 low(std::numeric_limits<float>::min());
  bfloat16 higher = low;
  higher.bits += 2;
  EXPECT_TRUE(agrees(low, higher, {.ulp = 2}));
  EXPECT_FALSE(agrees(low, higher, {.ulp = 1}));
}

TEST(Tolerance, NoNumberAgreesWithInfinityOrNan) {
  const rungs::Tolerance wide{.absolute = 1e9, .relative = 1e9, .ulp = 1e9};
  EXPECT_FALSE(agrees(INFINITY, 1.0F, wide));
  EXPECT_FALSE(agrees(1.0F, INFINITY, wide));
  EXPECT_FALSE(agrees(1.0F, NAN, wide));
  EXPECT_TRUE(agrees(INFINITY, INFINITY, {}));
  EXPECT_TRUE(agrees(half(NAN), half(NAN), {}));
  EXPECT_FALSE(agrees(half(NAN), half(1), wide));
  const auto wrong = rungs::compare_plane<float>(std::vector<float>{1, NAN}, std::vector<float>{NAN, NAN}, 2);
  EXPECT_EQ(wrong.mismatches, 1U);
  EXPECT_EQ(wrong.max_error, INFINITY);
}

TEST(Comparison, LargeIntegersAreComparedExactly) {
  EXPECT_FALSE(agrees<std::uint64_t>(1ULL << 60U, (1ULL << 60U) + 1, {}));
  EXPECT_TRUE(agrees<std::int8_t>(-3, -3, {}));
}

TEST(Comparison, NamesTheFirstMismatchAndCountsAll) {
  const std::vector<float> expected(3'000'000, 1);
  std::vector<float> actual = expected;
  for (const std::size_t wrong : {2'999'999U, 1'500'000U, 700'001U, 1'499'999U}) actual[wrong] = 3;
  const auto result = rungs::compare_plane<float>(expected, actual, 1000, {}, "row_max");
  EXPECT_EQ(result.mismatches, 4U);
  EXPECT_DOUBLE_EQ(result.max_error, 2);
  EXPECT_EQ(result.first, "row_max at (1, 700): expected 1.000000, got 3.000000");
  const std::vector<unsigned> ones(12, 1), twos(12, 2);
  EXPECT_EQ(rungs::compare_plane<unsigned>(ones, twos, 4).first, "at (0, 0): expected 1, got 2");
}

}  // namespace
