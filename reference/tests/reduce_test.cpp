#include "reference/reduce.hpp"
#include <gtest/gtest.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <rungs/random.hpp>
#include <vector>
#include "reference/height_map.hpp"

namespace {

using reference::Measure;
using reference::measure_heights;

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
  for (const std::size_t count : {0U, 1U, 31U, 1'000'003U}) {
    const auto words = random_list(count);
    std::uint64_t sum = 0;
    for (const std::uint32_t word : words) sum += word;
    for (const unsigned threads : {0U, 1U, 3U}) {
      EXPECT_EQ(reference::sum_of(words, threads), sum % (std::uint64_t{1} << 32U))
          << count << " words, " << threads << " threads";
    }
  }
}

/// The largest value, put at any of these places of the others, is found by any number of threads.
template <class Value, class Find> void expect_found(Value others, Value largest_of_all, const Find& find) {
  constexpr std::size_t count = 1'000'003;  // large enough that bands are really cut
  for (const std::size_t place : {std::size_t{0}, std::size_t{333'333}, std::size_t{500'001}, count - 1}) {
    std::vector<Value> with_peak(count, others);
    with_peak[place] = largest_of_all;
    for (const unsigned threads : {0U, 1U, 3U}) EXPECT_EQ(find(with_peak, threads), largest_of_all) << "at " << place;
  }
}

TEST(Maxima, AreFoundWhereverTheyLie) {
  expect_found(0x7FFFFFFFU, 0x80000000U, reference::maximum_of);
  expect_found(-2.0F, -1.5F, reference::float_maximum_of);
  EXPECT_EQ(reference::maximum_of({}), 0U);
  EXPECT_EQ(reference::float_maximum_of({}), -std::numeric_limits<float>::infinity());
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
    EXPECT_LT(exact.bound(), std::fabs(value)) << "a value too many is found";
  }
}

/// Heights from -8 to 8.
std::vector<float> random_heights(std::size_t count) {
  std::vector<float> heights(count);
  for (std::size_t i = 0; i < count; ++i) {
    heights[i] = static_cast<float>(rungs::random_bits(7, i) >> 40U) * 0x1p-20F - 8.0F;
  }
  return heights;
}

TEST(MeasureHeights, DoesNotDependOnTheThreads) {
  const auto heights = random_heights(std::size_t{1031} * 517);
  for (const Measure measure : {Measure::volume, Measure::surface, Measure::projected}) {
    const auto one = measure_heights(heights, 1031, measure, 1);
    for (const unsigned threads : {0U, 2U, 3U, 8U}) {
      EXPECT_EQ(measure_heights(heights, 1031, measure, threads).value, one.value);
      EXPECT_EQ(measure_heights(heights, 1031, measure, threads).magnitude, one.magnitude);
    }
  }
}

TEST(MeasureHeights, BoundHoldsForFloatsWithTheWorstRootsAllowed) {
  const unsigned width = 1025;
  const auto heights = random_heights(2 * width);
  // A chain of 1024 cells, with roots that are 5 roundings too large.
  float sum = 0;
  for (unsigned x = 0; x + 1 < width; ++x) {
    const float *const row = heights.data() + x, *const below = row + width;
    const auto twice = [](float across, float down) {
      return std::sqrt(1 + across * across + down * down) * (1 + 5 * 0x1p-24F);
    };
    sum += 0.5F * (twice(row[1] - row[0], below[0] - row[0]) + twice(below[1] - below[0], below[1] - row[1]));
  }
  const auto exact = measure_heights(heights, width, Measure::surface);
  EXPECT_LE(std::fabs(sum - exact.value), exact.bound());
  EXPECT_LT(exact.bound(), 1e-4 * exact.value);
}

TEST(MeasureHeights, BoundFindsAMissingTerm) {
  auto heights = random_heights(40 * 40);
  heights.back() = 5;
  const float corner[] = {heights[38 * 40 + 38], heights[38 * 40 + 39], heights[39 * 40 + 38], 5};
  EXPECT_GT(5, measure_heights(heights, 40, Measure::volume).bound());
  EXPECT_GT(1, measure_heights(heights, 40, Measure::projected).bound());
  EXPECT_GT(measure_heights(corner, 2, Measure::surface).value, measure_heights(heights, 40, Measure::surface).bound());
}

TEST(MeasureHeights, ProjectionIsExactUpToTwoToThe24) {
  const reference::HeightMeasure small{.value = 0x1p24, .magnitude = 0x1p24, .measure = Measure::projected};
  const reference::HeightMeasure large{.value = 0x1p25, .magnitude = 0x1p25, .measure = Measure::projected};
  EXPECT_EQ(small.bound(), 0);
  EXPECT_GT(large.bound(), 0);
}

}  // namespace
