// Two visits of a row and how they become one, on made-up samples.
#include <gtest/gtest.h>

#include <cstdint>

#include "harness/measure/sampler.hpp"
#include "harness/tests/made_up_probe.hpp"

namespace {

using namespace rungs;

/// Samples of one visit: `median` and a little noise.
Measurement visit_of(double median, std::uint64_t seed = 1) {
  Noise noise(seed);
  MadeUpProbe probe([&](int) { return steady(median * (1 + 0.001 * noise.next())); });
  return run(probe, share_of({}, 2));
}

TEST(Sampler, TwoVisitsShareTheRulesOfARow) {
  const StopRules share = share_of({11, 0.5, 0.25, 15, 100}, 2);
  EXPECT_EQ(share.min_samples, 6U);
  EXPECT_DOUBLE_EQ(share.min_time_s, 0.25);
  EXPECT_DOUBLE_EQ(share.max_ci_percent, 0.25);
  EXPECT_DOUBLE_EQ(share.time_limit_s, 7.5);
  EXPECT_EQ(share.long_kernel_samples, 50U);
}

TEST(Sampler, VisitsThatAgreeAreOneRow) {
  const Measurement first = visit_of(1000, 1);
  const Measurement second = visit_of(1001, 2);
  const Measurement both = combined(first, second, {});
  EXPECT_EQ(both.stop_reason, StopReason::converged);
  EXPECT_EQ(both.samples.size(), first.samples.size() + second.samples.size());
  EXPECT_EQ(both.visit_medians.size(), 2U);
  EXPECT_LE(both.summary.interval->low, 1000.5);
  EXPECT_GE(both.summary.interval->high, 1000.5);
}

TEST(Sampler, AClockStateThatLastsAVisitShowsBetweenVisits) {
  const Measurement both = combined(visit_of(1000, 1), visit_of(1020, 2), {});
  EXPECT_EQ(both.stop_reason, StopReason::visits_differ);
  EXPECT_NEAR(both.visit_medians[0], 1000, 1);
  EXPECT_NEAR(both.visit_medians[1], 1020, 1);
  EXPECT_NEAR(both.summary.modes_apart_percent.value(), 2, 0.1);
}

TEST(Sampler, VisitsAHairApartStillHaveAnInterval) {
  const Measurement first = visit_of(1000, 1);
  const Measurement second = visit_of(1001.5, 2);
  const Measurement both = combined(first, second, {});
  ASSERT_TRUE(both.summary.interval);
  EXPECT_EQ(both.stop_reason, StopReason::converged);
  EXPECT_LE(both.summary.interval->low, 1000.5);
  EXPECT_GE(both.summary.interval->high, 1001);
}

TEST(Sampler, AVisitThatReachedTheTimeLimitMakesTheRowOne) {
  Measurement slow = visit_of(1000, 1);
  slow.stop_reason = StopReason::time_limit;
  EXPECT_EQ(combined(visit_of(1000, 2), slow, {}).stop_reason, StopReason::time_limit);
}

TEST(Sampler, OfTwoVisitsOneMayHaveNoSample) {
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
}

TEST(Sampler, VisitsOneTickApartAgree) {
  const auto visit = [](double us) {
    MadeUpProbe probe([us](int) { return steady(us); });
    return run(probe, share_of({}, 2));
  };
  EXPECT_EQ(combined(visit(8.96), visit(8.992), {}).stop_reason, StopReason::converged);
  EXPECT_EQ(combined(visit(8.96), visit(9.2), {}).stop_reason, StopReason::visits_differ);
}

}  // namespace
