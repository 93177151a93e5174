// Medians, intervals and modes of made-up samples.
#include "harness/measure/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "harness/tests/made_up_probe.hpp"

namespace {

using namespace rungs;

TEST(Statistics, QuantilesOfKnownSamples) {
  const Summary s = summarise({4, 1, 3, 2, 5});
  EXPECT_DOUBLE_EQ(s.min, 1);
  EXPECT_DOUBLE_EQ(s.median, 3);
  EXPECT_DOUBLE_EQ(s.mean, 3);
  EXPECT_DOUBLE_EQ(s.p95, 4.8);
  EXPECT_DOUBLE_EQ(s.iqr_percent.value(), 100.0 * (4 - 2) / 3);
}

TEST(Statistics, OneSampleHasNoSpread) {
  const Summary s = summarise({7});
  EXPECT_DOUBLE_EQ(s.median, 7);
  EXPECT_DOUBLE_EQ(s.p95, 7);
  EXPECT_FALSE(s.iqr_percent);
  EXPECT_FALSE(s.interval);
  EXPECT_FALSE(s.modes_apart_percent);
}

TEST(Statistics, AFewOutliersMoveNeitherMedianNorSpread) {
  std::vector<double> samples(99, 100.0);
  samples.push_back(1e6);
  const Summary s = summarise(samples);
  EXPECT_DOUBLE_EQ(s.median, 100);
  EXPECT_DOUBLE_EQ(s.iqr_percent.value(), 0);
  EXPECT_DOUBLE_EQ(s.interval->high, 100);
}

/// The numbers 1 to n in an order without runs.
std::vector<double> shuffled(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1.0);
  std::shuffle(values.begin(), values.end(), std::mt19937_64(4));
  return values;
}

TEST(Statistics, TheIntervalsEndsAreRanksOfTheBinomialDistribution) {
  EXPECT_FALSE(median_interval(shuffled(10)));
  ASSERT_EQ(least_for_interval, 11U);
  EXPECT_DOUBLE_EQ(median_interval(shuffled(11))->low, 1);
  EXPECT_DOUBLE_EQ(median_interval(shuffled(11))->high, 11);
  // P(X <= 33) = 0.0004 and P(X <= 34) = 0.0009 for X of (100, 1/2); 0.0005 is wanted.
  const auto of_hundred = median_interval({shuffled(100)});
  EXPECT_DOUBLE_EQ(of_hundred->low, 34);
  EXPECT_DOUBLE_EQ(of_hundred->high, 67);
}

TEST(Statistics, SamplesThatDriftCountForFewer) {
  const auto width = [](double memory) {
    Noise noise(7, memory);
    std::vector<double> samples;
    for (int i = 0; i < 2000; ++i) samples.push_back(1000 + noise.next());
    const auto interval = median_interval(samples);
    return interval->high - interval->low;
  };
  EXPECT_GT(width(0.9), 3 * width(0));
  std::vector<double> rising(1000);
  std::iota(rising.begin(), rising.end(), 1.0);
  EXPECT_FALSE(median_interval(rising)) << "no number of such samples says where they will be next";
}

TEST(Statistics, TwoModesAreFlaggedAndOneIsNot) {
  constexpr int rows = 300;
  int flagged = 0;
  int found = 0;
  int found_few = 0;
  for (int row = 0; row < rows; ++row) {
    for (const int count : {30, 300}) {
      Noise noise(static_cast<std::uint64_t>(row) + 1);
      std::vector<std::vector<double>> one_mode(5);
      std::vector<double> two;
      std::vector<double> few;
      for (int i = 0; i < count; ++i) {
        const double z = noise.next();
        one_mode[0].push_back(1000 + 10 * z);
        one_mode[1].push_back(1000 + 10 * std::exp(z));                  // a long tail
        one_mode[2].push_back(1000 + 50 * std::erf(z / std::sqrt(2)));   // the same everywhere
        one_mode[3].push_back(2 + 0.032 * std::round(z));                // a coarse clock
        one_mode[4].push_back(1000 + 10 * z + (i % 50 == 0 ? 500 : 0));  // outliers
        two.push_back((i % 2 == 0 ? 1000 : 1020) + 2 * z);
        few.push_back((i % 8 == 0 ? 1000 : 1020) + 2 * z);
      }
      for (auto& samples : one_mode) flagged += summarise(samples).modes_apart_percent.has_value();
      found += summarise(two).modes_apart_percent.has_value();
      found_few += summarise(few).modes_apart_percent.has_value();
    }
  }
  EXPECT_LE(flagged, rows * 2 * 5 / 100) << "more than 1 % false alarms";
  EXPECT_EQ(found, rows * 2);
  std::vector<double> apart;
  for (int i = -20; i <= 20; ++i) {
    apart.push_back(100 + 0.01 * i);
    apart.push_back(102 + 0.01 * i);
  }
  EXPECT_DOUBLE_EQ(summarise(apart).modes_apart_percent.value(), 2);
  EXPECT_GE(found_few, rows * 2 * 0.9);
}

}  // namespace
