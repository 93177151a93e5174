// Medians, intervals and modes of made-up samples, and ceilings.
#include "harness/measure/statistics.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include "harness/measure/ceilings.hpp"
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

/// The numbers 1 to n in an order without runs.
std::vector<double> shuffled(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1.0);
  std::shuffle(values.begin(), values.end(), std::mt19937_64(4));
  return values;
}

TEST(Statistics, TheIntervalsEndsAreRanksOfTheBinomialDistribution) {
  EXPECT_FALSE(summarise(shuffled(10)).interval);
  ASSERT_EQ(least_for_interval, 11U);
  EXPECT_DOUBLE_EQ(summarise(shuffled(11)).interval->low, 1);
  EXPECT_DOUBLE_EQ(summarise(shuffled(11)).interval->high, 11);
  // P(X <= 33) = 0.0004 and P(X <= 34) = 0.0009 for X of (100, 1/2); 0.0005 is wanted.
  const auto of_hundred = summarise(shuffled(100)).interval;
  EXPECT_DOUBLE_EQ(of_hundred->low, 34);
  EXPECT_DOUBLE_EQ(of_hundred->high, 67);
}

TEST(Statistics, SamplesThatDriftCountForFewer) {
  const auto width = [](double memory) {
    Noise noise(7, memory);
    std::vector<double> samples;
    for (int i = 0; i < 2000; ++i) samples.push_back(1000 + noise.next());
    const auto interval = summarise(samples).interval;
    return interval->high - interval->low;
  };
  EXPECT_GT(width(0.9), 3 * width(0));
  std::vector<double> rising(1000);
  std::iota(rising.begin(), rising.end(), 1.0);
  EXPECT_FALSE(summarise(rising).interval) << "no number of such samples says where they will be next";
}

TEST(Statistics, TwoModesAreFlaggedAndOneIsNot) {
  struct Kernel {
    const char* what;
    double (*us)(double z, int i);  ///< of standard normal noise and the number of the sample
    double least_flagged, most_flagged;
  };
  const Kernel kernels[] = {
      {"normal", [](double z, int) { return 1000 + 10 * z; }, 0, 0.01},
      {"a long tail", [](double z, int) { return 1000 + 10 * std::exp(z); }, 0, 0.01},
      {"the same everywhere", [](double z, int) { return 1000 + 50 * std::erf(z / std::sqrt(2)); }, 0, 0.01},
      {"outliers", [](double z, int i) { return 1000 + 10 * z + (i % 50 == 0 ? 500 : 0); }, 0, 0.01},
      {"two modes", [](double z, int i) { return (i % 2 == 0 ? 1000 : 1020) + 2 * z; }, 1, 1},
      {"a small one", [](double z, int i) { return (i % 8 == 0 ? 1000 : 1020) + 2 * z; }, 0.9, 1},
  };
  for (const Kernel& kernel : kernels) {
    int flagged = 0;
    for (int row = 0; row < 600; ++row) {
      Noise noise(static_cast<std::uint64_t>(row / 2) + 1);
      std::vector<double> samples;
      for (int i = 0; i < (row % 2 == 0 ? 30 : 300); ++i) samples.push_back(kernel.us(noise.next(), i));
      flagged += summarise(samples).modes_apart_percent.has_value();
    }
    EXPECT_GE(flagged, 600 * kernel.least_flagged) << kernel.what;
    EXPECT_LE(flagged, 600 * kernel.most_flagged) << kernel.what;
  }
}

// The least of a problem from measured rates.

constexpr Conditions cold{Backend::cuda, Cache::cold};
constexpr Conditions bus{Backend::cuda, Cache::cold, false, true};
constexpr Conditions one_core{Backend::host, Cache::cold, false};
constexpr Conditions all_cores{Backend::host, Cache::cold, true};

Ceilings rates_of(std::uint64_t bytes) {
  Ceilings ceilings;
  for (const double rate : {1e9, 4e9, 2e9}) ceilings.add(cold, Ceiling::fill, bytes, rate);
  ceilings.add(cold, Ceiling::copy, bytes, 2e9);
  ceilings.add(cold, Ceiling::read, bytes, 5e9);
  return ceilings;
}

TEST(Ceilings, EachKindOfTrafficMovesAtItsFastestRate) {
  EXPECT_DOUBLE_EQ(*rates_of(4'000'000).speed_of_light_us(cold, {0, 4'000'000, 0}), 1000) << "a fill";
  // 1 MB is both read and written (2 MB of copy), 3 MB more are written.
  EXPECT_DOUBLE_EQ(*rates_of(5'000'000).speed_of_light_us(cold, {1'000'000, 4'000'000, 0}), 1000 + 750);
  EXPECT_DOUBLE_EQ(*rates_of(1000).rate(cold, Ceiling::fill, 1000), 4e9);
}

TEST(Ceilings, OfOtherConditionsDoNotCount) {
  Ceilings ceilings = rates_of(1000);
  for (const Conditions& other : {Conditions{Backend::cuda, Cache::hot}, one_core, bus})
    EXPECT_FALSE(ceilings.rate(other, Ceiling::fill, 1000));
  EXPECT_FALSE(ceilings.rate(cold, Ceiling::fill, 2000)) << "another byte count";
  EXPECT_FALSE(Ceilings{}.speed_of_light_us(cold, {0, 1000, 0}));
  ceilings.add(bus, Ceiling::copy, 1000, 1e9);
  EXPECT_DOUBLE_EQ(*ceilings.speed_of_light_us(bus, {500, 500, 0}), 1);
  EXPECT_DOUBLE_EQ(*ceilings.speed_of_light_us(cold, {500, 500, 0}), 0.5);
}

TEST(Ceilings, OfAllCoresAreNotBelowThatOfOne) {
  Ceilings ceilings;
  ceilings.add(one_core, Ceiling::fill, 1000, 4e9);
  EXPECT_FALSE(ceilings.speed_of_light_us(all_cores, {0, 1000, 0})) << "not measured";
  ceilings.add(all_cores, Ceiling::fill, 1000, 1e9);
  EXPECT_DOUBLE_EQ(*ceilings.speed_of_light_us(all_cores, {0, 1000, 0}), 0.25);
}

TEST(Ceilings, ANegligibleShareNeedsNoCeiling) {
  EXPECT_EQ(Ceilings::needed({40'000, 400'000'000, 0}), std::vector{Ceiling::fill});
  EXPECT_EQ(Ceilings::needed({400'000'000, 4, 0}), std::vector{Ceiling::read});
  EXPECT_EQ(Ceilings::needed({100, 100, 0}), std::vector{Ceiling::copy});
}

}  // namespace
