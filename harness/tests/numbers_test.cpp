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

std::uint16_t bits_of(_Float16 value) { return std::bit_cast<std::uint16_t>(value); }

TEST(Half, EveryOneIsTheCompilersOwn) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    half value;
    value.bits = static_cast<std::uint16_t>(bits);
    const auto own = static_cast<float>(std::bit_cast<_Float16>(value.bits));
    const auto ours = static_cast<float>(value);
    if (std::isnan(own)) {
      EXPECT_TRUE(std::isnan(ours)) << bits;
    } else {
      EXPECT_EQ(std::bit_cast<std::uint32_t>(ours), std::bit_cast<std::uint32_t>(own)) << bits;
    }
  }
}

TEST(Half, FloatsAreRoundedAsTheCompilerDoes) {
  std::vector<float> values{0.0F,         -0.0F,        65504,    65519.996F, 65520,           1e9F,
                            INFINITY,     0x1p-24F,     0x1p-25F, 0x1.8p-25F, 0x1.000002p-25F, 0x1p-14F,
                            0x1.ffcp-15F, 0x1.ffep-15F, 2049,     2051};
  for (std::uint64_t i = 0; i < 2'000'000; ++i)
    values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(rungs::random_bits(1, i))));
  for (const float value : values) {
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(half(value))));
    } else {
      ASSERT_EQ(half(value).bits, bits_of(static_cast<_Float16>(value))) << value;
    }
  }
}

TEST(Bfloat16, IsTheNearestWithTiesToEven) {
  for (std::uint64_t i = 0; i < 1'000'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(rungs::random_bits(2, i));
    const auto value = std::bit_cast<float>(bits);
    const bfloat16 ours(value);
    if (std::isnan(value)) {
      ASSERT_TRUE(std::isnan(static_cast<float>(ours)));
      continue;
    }
    const std::uint32_t nearest = (bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U;
    ASSERT_EQ(ours.bits, nearest) << value;
  }
  EXPECT_EQ(static_cast<float>(bfloat16(1.0F)), 1.0F);
}

template <class T>
bool agrees(T expected, T actual, const rungs::Tolerance& tolerance) {
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
}

TEST(Comparison, LargeIntegersAreComparedExactly) {
  EXPECT_FALSE(agrees<std::uint64_t>(1ULL << 60U, (1ULL << 60U) + 1, {}));
  EXPECT_TRUE(agrees<std::int8_t>(-3, -3, {}));
}

TEST(Comparison, AMismatchNamesTheOutput) {
  const auto found =
      rungs::compare_plane<half>(std::vector<half>{half(1)}, std::vector<half>{half(2)}, 1, {}, "row_max");
  EXPECT_EQ(found.first, "row_max at (0, 0): expected 1.000000, got 2.000000");
}

}  // namespace
