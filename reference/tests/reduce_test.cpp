#include "reference/reduce.hpp"
#include <gtest/gtest.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <rungs/random.hpp>
#include <vector>

namespace {

constexpr std::uint32_t largest = 0xFFFFFFFFU;

std::vector<std::uint32_t> random_list(std::size_t count) {
  std::vector<std::uint32_t> words(count);
  rungs::random_words(words, 5);
  return words;
}

/// Floats of either sign and of magnitudes from 2^-20 to 2^10.
std::vector<float> random_floats(std::size_t count) {
  std::vector<float> floats(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bits = rungs::random_bits(9, i);
    const auto fraction = static_cast<float>(bits >> 40U) * 0x1p-24F - 0.5F;
    floats[i] = std::ldexp(fraction, static_cast<int>(bits % 31) - 20);
  }
  return floats;
}

TEST(SumOf, AgreesWithA64BitSum) {
  for (const std::size_t count : {0U, 1U, 2U, 31U, 1000U, 1'000'003U}) {
    const auto words = random_list(count);
    std::uint64_t sum = 0;
    for (const std::uint32_t word : words) sum += word;
    for (const unsigned threads : {0U, 1U, 2U, 3U, 8U}) {
      EXPECT_EQ(reference::sum_of(words, threads), sum % (std::uint64_t{1} << 32U))
          << count << " words, " << threads << " threads";
    }
  }
}

TEST(MaximumOf, ComparesUnsigned) {
  EXPECT_EQ(reference::maximum_of(std::vector<std::uint32_t>{3, 0x80000000U, 0x7FFFFFFFU}), 0x80000000U);
  EXPECT_EQ(reference::maximum_of(std::vector<std::uint32_t>{7}), 7U);
  EXPECT_EQ(reference::maximum_of(std::vector<std::uint32_t>{0, 0}), 0U);
  EXPECT_EQ(reference::maximum_of({}), 0U);
}

TEST(MaximumOf, IsFoundWhereverItLies) {
  // Large enough that bands are really cut; a third of it, so that every place may hold the largest.
  auto words = random_list(1'000'003);
  for (auto& word : words) word /= 3;
  for (const std::size_t place : {std::size_t{0}, std::size_t{1}, std::size_t{333'333}, std::size_t{333'334},
                                  std::size_t{500'001}, std::size_t{500'002}, words.size() - 1}) {
    auto with_peak = words;
    with_peak[place] = largest;
    for (const unsigned threads : {0U, 1U, 2U, 3U, 8U}) {
      EXPECT_EQ(reference::maximum_of(with_peak, threads), largest) << "at " << place;
    }
  }
}

TEST(FloatSumOf, IsExactForWholeNumbers) {
  const auto found = reference::float_sum_of(std::vector<float>{1, -2, 3, -4, 0x1p40F});
  EXPECT_EQ(found.sum, 0x1p40 - 2);
  EXPECT_EQ(found.magnitude, 0x1p40 + 10);
  EXPECT_EQ(reference::float_sum_of({}).sum, 0);
  EXPECT_EQ(reference::float_sum_of({}).bound(), 0);
}

TEST(FloatSumOf, AgreesWithALongDoubleSumWhateverTheThreads) {
  for (const std::size_t count : {1U, 2U, 31U, 262'144U, 262'145U, 1'000'003U}) {
    const auto floats = random_floats(count);
    long double sum = 0;
    for (const float value : floats) sum += value;
    const auto one = reference::float_sum_of(floats, 1);
    EXPECT_NEAR(one.sum, static_cast<double>(sum), 1e-12 * one.magnitude) << count;
    for (const unsigned threads : {0U, 2U, 3U, 8U}) {
      const auto many = reference::float_sum_of(floats, threads);
      EXPECT_EQ(many.sum, one.sum) << count << " floats, " << threads << " threads";
      EXPECT_EQ(many.magnitude, one.magnitude);
    }
  }
}

TEST(FloatSumOf, BoundHoldsForChainsOf1024Additions) {
  // All additions are rounded up or all down as far as can be: the same value over and over, in one chain.
  for (const float value : {1.0F / 3, 0.7F, 1.0F + 0x1p-23F, -0.1F}) {
    const std::vector<float> floats(1025, value);
    float chain = 0;
    for (const float each : floats) chain += each;
    const auto exact = reference::float_sum_of(floats);
    EXPECT_LE(std::fabs(chain - exact.sum), exact.bound()) << value;
    EXPECT_GT(exact.bound(), 0);
    EXPECT_LT(exact.bound(), 1e-4 * exact.magnitude);
  }
}

TEST(FloatSumOf, BoundFindsAWordTooManyInAThousand) {
  const std::vector<float> floats(1000, 1.0F);
  const auto exact = reference::float_sum_of(floats);
  EXPECT_GT(std::fabs(1001.0 - exact.sum), exact.bound());
}

TEST(FloatMaximumOf, IsFoundWhereverItLies) {
  EXPECT_EQ(reference::float_maximum_of({}), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(reference::float_maximum_of(std::vector<float>{-3, -0.5F, -2}), -0.5F);
  std::vector<float> floats(1'000'003, -2.0F);
  for (const std::size_t place : {std::size_t{0}, std::size_t{500'001}, floats.size() - 1}) {
    auto with_peak = floats;
    with_peak[place] = -1.5F;
    for (const unsigned threads : {0U, 1U, 3U}) {
      EXPECT_EQ(reference::float_maximum_of(with_peak, threads), -1.5F) << "at " << place;
    }
  }
}

}  // namespace
