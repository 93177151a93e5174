// The stop rules, the discard logic and two visits of a row, on made-up samples and a made-up clock.
#include "harness/measure/sampler.hpp"
#include <gtest/gtest.h>
#include <cmath>
#include <functional>
#include "harness/tests/made_up_probe.hpp"

namespace {

using namespace rungs;

StopRules rules_of(double time_limit_s, double min_time_s = 0.5) {
  return {.min_time_s = min_time_s, .time_limit_s = time_limit_s};
}

TEST(Sampler, EndsByTheRuleAfterEnoughTimeOrSamples) {
  using enum StopReason;
  struct Ends {
    const char* what;
    std::function<double(int)> us;
    StopReason by;
    double least_samples, most_samples, least_s, most_s;
    StopRules rules = {};
  };
  const auto always = [](double us) { return [us](int) { return us; }; };
  Noise few(1), many(1);
  const Ends all[] = {
      {"a short kernel: half a second", always(100), converged, 5000, 6000, 0.5 - 1e-9, 0.6},
      {"2 ms: 0.5 s would be 250 samples", always(2000), converged, 100, 124, 0, 1},
      {"a long kernel: fewer have no interval", always(200'000), converged, 11, 11, 2, 3},
      {"one sample longer than the limit", always(20e6), time_limit, 1, 1, 20, 20},
      {"a median between two steps of 0.6 % of the clock is as good as it gets",
       [&](int) { return 0.032 * std::round(179.5 + 2 * few.next()); }, converged, 11, 1e9, 0, 1},
      {"two values far apart are not one tick", [](int i) { return (i * 7919) % 2 == 0 ? 3.008 : 3.232; }, time_limit,
       11, 1e9, 0.1, 0.2, rules_of(0.1, 0.01)},
      {"one long sample of 60 does not make a long kernel", [](int i) { return i % 60 == 59 ? 1300 : 30; }, converged,
       100, 1e9, 0.49, 15},
      {"6 % either way, too noisy to converge, settles after twice the time of a quiet row",
       [&](int) { return 1000 * (1 + 0.06 * many.next()); }, settled, 11, 1e9, 0.99, 4},
      {"a drifting median does not settle", [](int i) { return (i % 2 == 0 ? 1000 : 1100) + 0.2 * i; }, time_limit, 11,
       1e9, 3, 4, rules_of(3)},
  };
  for (const Ends& one : all) {
    SCOPED_TRACE(one.what);
    MadeUpProbe probe([&](int i) { return steady(one.us(i)); });
    const Measurement m = run(probe, one.rules);
    EXPECT_EQ(m.stop_reason, one.by);
    EXPECT_GE(m.samples.size(), one.least_samples);
    EXPECT_LE(m.samples.size(), one.most_samples);
    EXPECT_GE(probe.seconds, one.least_s);
    EXPECT_LE(probe.seconds, one.most_s);
    EXPECT_TRUE(one.by != settled || *m.summary.interval_percent() <= 1);
  }
}

TEST(Sampler, TheTimeBetweenLaunchesCounts) {
  MadeUpProbe probe([](int) { return steady(6); });
  const Measurement m = run(probe, {}, 20);  // the caches are emptied
  EXPECT_EQ(m.stop_reason, StopReason::converged);
  EXPECT_LT(m.samples.size() * 6e-6, 0.5 / 20 * 1.3);
}

TEST(Sampler, TheTimeLimitCountsARowsOwnTimeAndNotThatOfTheRowsBetween) {
  double seconds = 0;
  MadeUpProbe probe([&](int) {
    seconds += 0.1;
    return steady(0);
  });
  Sampling sampling(probe, rules_of(1), [&] { return seconds; });
  int steps = 1;
  while (sampling.step()) {
    ++steps;
    seconds += 5;  // another row's samples
  }
  EXPECT_NEAR(steps, 10, 1);
  EXPECT_EQ(sampling.finish().stop_reason, StopReason::time_limit);
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
    for (int row = 0; row < rows; ++row) {
      Noise noise(static_cast<std::uint64_t>(row) + 1, kernel.memory);
      MadeUpProbe probe([&](int) { return steady(kernel.us(noise.next())); });
      const Measurement m = run(probe);
      if (m.stop_reason == StopReason::time_limit) continue;
      ++claims;
      own_misses += kernel.median() < m.summary.interval->low || kernel.median() > m.summary.interval->high;
    }
    EXPECT_LE(own_misses, rows * 0.03) << "a kernel " << kernel.name;
    misses += own_misses;
  }
  EXPECT_GT(claims, rows) << "a rule that never claims is of no use";
  EXPECT_LE(misses, 0.01 * claims);
}

TEST(Sampler, DiscardsSamplesTakenAtALowClock) {
  // Every fifth sample runs at half the clock and takes twice the time.
  MadeUpProbe probe([](int i) { return i % 5 == 0 ? Sample{2000, 500} : Sample{1000, 1000}; });
  const Measurement m = run(probe);
  EXPECT_GT(m.discarded, 20U);
  EXPECT_DOUBLE_EQ(m.summary.p95, 1000) << "no slow sample may be left";
  EXPECT_DOUBLE_EQ(m.sm_clock_mhz, 1000);
  EXPECT_FALSE(m.unstable());
  for (const double just_above_the_share_or_unknown : {751.0, 0.0}) {
    MadeUpProbe kept([&](int) { return Sample{1000, just_above_the_share_or_unknown}; });
    EXPECT_EQ(run(kept).discarded, 0U);
  }
}

TEST(Sampler, WhereNoSampleIsLeftTheRowIsUnstableButNotEmpty) {
  MadeUpProbe probe([](int) { return Sample{1000, 400}; });
  const Measurement m = run(probe, rules_of(0.1));
  EXPECT_TRUE(m.unstable());
  EXPECT_GT(m.discarded, 0U);
  EXPECT_DOUBLE_EQ(m.summary.median, 1000);
}

TEST(Visits, ShareTheRulesOfARow) {
  EXPECT_EQ(share_of({11, 0.5, 0.25, 15, 100}, 2), (StopRules{6, 0.25, 0.25, 7.5, 50}));
}

/// Samples of one visit: `median` and a little noise, unless the seed is 0.
Measurement visit_of(double median, std::uint64_t seed) {
  Noise noise(seed);
  MadeUpProbe probe([&](int) { return steady(median * (1 + (seed == 0 ? 0 : 0.001 * noise.next()))); });
  return run(probe, share_of({}, 2));
}

TEST(Visits, ThatAgreeAreOneRow) {
  for (const double other : {1001.0, 1001.5}) {  // the second is a hair apart
    const Measurement first = visit_of(1000, 1);
    const Measurement second = visit_of(other, 2);
    const Measurement both = combined(first, second, {});
    EXPECT_EQ(both.stop_reason, StopReason::converged);
    EXPECT_EQ(both.samples.size(), first.samples.size() + second.samples.size());
    EXPECT_EQ(both.visit_medians.size(), 2U);
    ASSERT_TRUE(both.summary.interval);
    EXPECT_LE(both.summary.interval->low, 1000.5);
    EXPECT_GE(both.summary.interval->high, other - 0.5);
  }
  EXPECT_EQ(combined(visit_of(8.96, 0), visit_of(8.992, 0), {}).stop_reason, StopReason::converged) << "a tick";
  EXPECT_EQ(combined(visit_of(8.96, 0), visit_of(9.2, 0), {}).stop_reason, StopReason::visits_differ);
}

TEST(Visits, AClockStateThatLastsAVisitShowsBetweenThem) {
  const Measurement both = combined(visit_of(1000, 1), visit_of(1020, 2), {});
  EXPECT_EQ(both.stop_reason, StopReason::visits_differ);
  EXPECT_NEAR(both.visit_medians[0], 1000, 1);
  EXPECT_NEAR(both.visit_medians[1], 1020, 1);
  EXPECT_NEAR(both.summary.modes_apart_percent.value(), 2, 0.1);
}

TEST(Visits, OneMayReachTheTimeLimitOrHaveNoSample) {
  Measurement none;
  none.discarded = 7;
  const Measurement some = visit_of(1000, 1);
  for (const Measurement& row : {combined(none, some, {}), combined(some, none, {})}) {
    EXPECT_EQ(row.samples.size(), some.samples.size());
    EXPECT_EQ(row.discarded, 7U);
    EXPECT_EQ(row.stop_reason, StopReason::time_limit);
    EXPECT_FALSE(row.unstable());
  }
  EXPECT_TRUE(combined(none, none, {}).unstable());
  Measurement slow = some;
  slow.stop_reason = StopReason::time_limit;
  EXPECT_EQ(combined(visit_of(1000, 2), slow, {}).stop_reason, StopReason::time_limit);
}

}  // namespace
