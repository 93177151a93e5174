// The stop rules and the discard logic, on made-up samples and a made-up clock.
#include "harness/measure/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <functional>

#include "harness/tests/made_up_probe.hpp"

namespace {

using namespace rungs;

TEST(Sampler, GoesOnForHalfASecond) {
  MadeUpProbe probe([](int) { return steady(100); });
  const Measurement m = run(probe);
  EXPECT_EQ(m.stop_reason, StopReason::converged);
  EXPECT_GE(m.samples.size() * 100e-6, 0.5 - 1e-9);
  EXPECT_LT(m.samples.size() * 100e-6, 0.5 * 1.2);
}

TEST(Sampler, TheTimeBetweenLaunchesCounts) {
  MadeUpProbe probe([](int) { return steady(6); });
  const Measurement m = sample(probe, {}, [&] { return 20 * probe.seconds; });  // the caches are emptied
  EXPECT_EQ(m.stop_reason, StopReason::converged);
  EXPECT_LT(m.samples.size() * 6e-6, 0.5 / 20 * 1.3);
}

TEST(Sampler, AnIntervalOfOneStepOfTheClockIsAsGoodAsItGets) {
  Noise noise(1);  // a median between two steps of 0.6 %
  const auto on_the_clock = [&](int) { return steady(0.032 * std::round(179.5 + 2 * noise.next())); };
  MadeUpProbe probe(on_the_clock);
  const Measurement m = run(probe);
  EXPECT_EQ(m.stop_reason, StopReason::converged);
  EXPECT_LT(probe.seconds, 1);
  EXPECT_GT(*m.summary.interval_percent(), 0.25);
}

TEST(Sampler, TwoValuesFarApartAreNotOneTick) {
  MadeUpProbe probe([](int i) { return steady((i * 7919) % 2 == 0 ? 3.008 : 3.232); });
  StopRules rules;
  rules.time_limit_s = 0.1;
  rules.min_time_s = 0.01;
  EXPECT_EQ(run(probe, rules).stop_reason, StopReason::time_limit);
}

TEST(Sampler, OneLongSampleDoesNotMakeALongKernel) {
  MadeUpProbe probe([](int i) { return steady(i % 60 == 59 ? 1300 : 30); });
  const Measurement m = run(probe);
  EXPECT_GE(probe.seconds, 0.49);
}

TEST(Sampler, TheTimeLimitCountsARowsOwnTimeAndNotThatOfTheRowsBetween) {
  double seconds = 0;
  MadeUpProbe probe([&](int) {
    seconds += 0.1;
    return steady(0);
  });
  StopRules rules;
  rules.time_limit_s = 1;
  Sampling sampling(probe, rules, [&] { return seconds; });
  int steps = 1;
  while (sampling.step()) {
    ++steps;
    seconds += 5;  // another row's samples
  }
  EXPECT_NEAR(steps, 10, 1);
  EXPECT_EQ(sampling.finish().stop_reason, StopReason::time_limit);
}

TEST(Sampler, TakesTheLeastNumberOfSamplesOfALongKernel) {
  MadeUpProbe probe([](int) { return steady(200'000); });
  EXPECT_EQ(run(probe).samples.size(), 11U) << "fewer have no interval";
}

TEST(Sampler, AHundredSamplesOfAMillisecondKernelAreEnough) {
  MadeUpProbe probe([](int) { return steady(2000); });
  const Measurement m = run(probe);
  EXPECT_GE(m.samples.size(), 100U);
  EXPECT_LT(m.samples.size(), 125U) << "0.5 s would be 250 samples";
}

TEST(Sampler, ASettledMedianEndsARowThatIsTooNoisyToConverge) {
  // 6 % either way: within 0.25 % of the median only after some 7000 samples.
  Noise noise(1);
  MadeUpProbe probe([&](int) { return steady(1000 * (1 + 0.06 * noise.next())); });
  const Measurement m = run(probe);
  EXPECT_EQ(m.stop_reason, StopReason::settled);
  EXPECT_GE(probe.seconds, 0.99) << "twice the time of a quiet row";
  EXPECT_LT(probe.seconds, 4);
  EXPECT_LE(*m.summary.interval_percent(), 1);
}

TEST(Sampler, ADriftingMedianDoesNotSettle) {
  MadeUpProbe probe([](int i) { return steady((i % 2 == 0 ? 1000 : 1100) + 0.2 * i); });
  StopRules rules;
  rules.time_limit_s = 3;
  const Measurement m = run(probe, rules);
  EXPECT_EQ(m.stop_reason, StopReason::time_limit);
  EXPECT_GE(probe.seconds, 3);
  EXPECT_GT(*m.summary.iqr_percent, 5);
}

/// A kernel's time as a rising function of a standard normal number, so that its true median is known.
struct MadeUpKernel {
  const char* name;
  std::function<double(double)> us;
  double memory = 0;
  [[nodiscard]] double median() const { return us(0); }
};

TEST(Sampler, OfRowsThatClaimAnIntervalAtMostOnePercentMissTheMedian) {
  const std::vector<MadeUpKernel> kernels{
      {"quiet", [](double z) { return 1000 * (1 + 0.001 * z); }},
      {"60 ms with an IQR of 0.8 %", [](double z) { return 60'000 * (1 + 0.006 * z); }},
      {"noisy", [](double z) { return 1000 * (1 + 0.03 * z); }},
      {"with a long tail", [](double z) { return 1000 * (1 + 0.002 * std::exp(1.5 * z)); }},
      {"of two clock states", [](double z) { return (z < 0.4 ? 1000 : 1020) + z; }},
      {"with an unlucky median", [](double z) { return (z < 0.05 ? 1000 : 1003) + z; }},
      {"that drifts", [](double z) { return 1000 * (1 + 0.003 * z); }, 0.9},
      {"that drifts slowly", [](double z) { return 1000 * (1 + 0.003 * z); }, 0.98},
  };
  constexpr int rows = 250;
  int claims = 0;
  int misses = 0;
  for (const MadeUpKernel& kernel : kernels) {
    int own_misses = 0;
    int own_claims = 0;
    for (int row = 0; row < rows; ++row) {
      Noise noise(static_cast<std::uint64_t>(row) + 1, kernel.memory);
      MadeUpProbe probe([&](int) { return steady(kernel.us(noise.next())); });
      const Measurement m = run(probe);
      if (m.stop_reason == StopReason::time_limit) continue;
      ++own_claims;
      own_misses += kernel.median() < m.summary.interval->low || kernel.median() > m.summary.interval->high;
    }
    EXPECT_LE(own_misses, rows * 0.03) << "a kernel " << kernel.name;
    claims += own_claims;
    misses += own_misses;
    std::printf("a kernel %s: %d of %d rows claim, %d miss\n", kernel.name, own_claims, rows, own_misses);
  }
  EXPECT_GT(claims, rows) << "a rule that never claims is of no use";
  EXPECT_LE(misses, 0.01 * claims);
}

TEST(Sampler, OneSampleLongerThanTheLimitIsARow) {
  MadeUpProbe probe([](int) { return steady(20e6); });
  const Measurement m = run(probe);
  EXPECT_EQ(m.samples.size(), 1U);
  EXPECT_EQ(m.stop_reason, StopReason::time_limit);
  EXPECT_DOUBLE_EQ(m.summary.median, 20e6);
}

TEST(Sampler, DiscardsSamplesTakenAtALowClock) {
  // Every fifth sample runs at half the clock and takes twice the time.
  MadeUpProbe probe([](int i) { return i % 5 == 0 ? Sample{2000, 500} : Sample{1000, 1000}; });
  const Measurement m = run(probe);
  EXPECT_GT(m.discarded, 20U);
  EXPECT_DOUBLE_EQ(m.summary.p95, 1000) << "no slow sample may be left";
  EXPECT_DOUBLE_EQ(m.sm_clock_mhz, 1000);
  EXPECT_FALSE(m.unstable());
}

TEST(Sampler, KeepsSamplesJustAboveTheShare) {
  MadeUpProbe probe([](int) { return Sample{1000, 751}; });
  EXPECT_EQ(run(probe).discarded, 0U);
}

TEST(Sampler, WhereNoSampleIsLeftTheRowIsUnstableButNotEmpty) {
  MadeUpProbe probe([](int) { return Sample{1000, 400}; });
  StopRules rules;
  rules.time_limit_s = 0.1;
  const Measurement m = run(probe, rules);
  EXPECT_TRUE(m.unstable());
  EXPECT_GT(m.discarded, 0U);
  EXPECT_DOUBLE_EQ(m.summary.median, 1000);
}

TEST(Sampler, AnUnknownClockDiscardsNothing) {
  MadeUpProbe probe([](int) { return Sample{1000, 0}; });
  EXPECT_EQ(run(probe).discarded, 0U);
}

}  // namespace
