// The stop rules and the discard logic, on made-up samples and a made-up clock.
#include "harness/measure/sampler.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace {

using namespace rungs;

/// Gives samples by number; each one costs `us` of the made-up clock.
class MadeUpProbe final : public Probe {
 public:
  explicit MadeUpProbe(std::function<Sample(int)> give, double sustained = 1000)
      : give_(std::move(give)), sustained_(sustained) {}
  void warm_up() override { warmed_up = true; }
  Sample take() override {
    EXPECT_TRUE(warmed_up) << "sampling must begin with the warm-up";
    Sample sample = give_(taken++);
    seconds += sample.measured_us * 1e-6;
    return sample;
  }
  [[nodiscard]] double sustained_clock_mhz() const override { return sustained_; }

  bool warmed_up = false;
  int taken = 0;
  double seconds = 0;

 private:
  std::function<Sample(int)> give_;
  double sustained_;
};

Measurement run(MadeUpProbe& probe, StopRules rules = {}) {
  return sample(probe, rules, [&] { return probe.seconds; });
}

Sample steady(double us) { return {us, 1000, us}; }

TEST(Sampler, GoesOnUntilHalfASecondIsMeasured) {
  MadeUpProbe probe([](int) { return steady(100); });
  const Measurement m = run(probe);
  EXPECT_EQ(m.stop_reason, StopReason::converged);
  EXPECT_GE(m.samples.size() * 100e-6, 0.5 - 1e-9);
  EXPECT_LT(m.samples.size() * 100e-6, 0.5 * 1.2);
}

TEST(Sampler, TakesTheLeastNumberOfSamplesOfALongKernel) {
  MadeUpProbe probe([](int) { return steady(200'000); });
  EXPECT_EQ(run(probe).samples.size(), 10U);
}

TEST(Sampler, AHundredSamplesOfAMillisecondKernelAreEnough) {
  MadeUpProbe probe([](int) { return steady(2000); });
  const Measurement m = run(probe);
  EXPECT_GE(m.samples.size(), 100U);
  EXPECT_LT(m.samples.size(), 125U) << "0.5 s would be 250 samples";
}

TEST(Sampler, ASettledMedianEndsANoisyRow) {
  MadeUpProbe probe([](int i) { return steady(i % 3 == 0 ? 1000 : 1100); });
  const Measurement m = run(probe);
  EXPECT_EQ(m.stop_reason, StopReason::settled);
  EXPECT_GE(probe.seconds, 1) << "twice the time of a quiet row";
  EXPECT_LT(probe.seconds, 1.3);
}

TEST(Sampler, ADriftingMedianDoesNotSettle) {
  MadeUpProbe probe([](int i) { return steady((i % 3 == 0 ? 1000 : 1100) + 0.1 * i); });
  StopRules rules;
  rules.time_limit_s = 3;
  EXPECT_EQ(run(probe, rules).stop_reason, StopReason::time_limit);
}

TEST(Sampler, NoiseKeepsItGoingUntilTheTimeLimit) {
  // Slower and slower, and by more than the halves may differ.
  MadeUpProbe probe([](int i) { return steady((i % 2 == 0 ? 1000 : 1100) + 0.2 * i); });
  StopRules rules;
  rules.time_limit_s = 3;
  const Measurement m = run(probe, rules);
  EXPECT_EQ(m.stop_reason, StopReason::time_limit);
  EXPECT_GE(probe.seconds, 3);
  EXPECT_GT(m.summary.noise_percent, 5);
}

TEST(Sampler, OneSampleLongerThanTheLimitIsALegalRow) {
  MadeUpProbe probe([](int) { return steady(20e6); });
  const Measurement m = run(probe);
  EXPECT_EQ(m.samples.size(), 1U);
  EXPECT_EQ(m.stop_reason, StopReason::time_limit);
  EXPECT_DOUBLE_EQ(m.summary.median, 20e6);
}

TEST(Sampler, DiscardsSamplesTakenAtALowClock) {
  // Every fifth sample runs at half the clock and takes twice the time.
  MadeUpProbe probe([](int i) { return i % 5 == 0 ? Sample{2000, 500, 2000} : Sample{1000, 1000, 1000}; });
  const Measurement m = run(probe);
  EXPECT_GT(m.discarded, 20U);
  EXPECT_DOUBLE_EQ(m.summary.p95, 1000) << "no slow sample may be left";
  EXPECT_DOUBLE_EQ(m.sm_clock_mhz, 1000);
  EXPECT_FALSE(m.unstable());
}

TEST(Sampler, KeepsSamplesJustAboveTheShare) {
  MadeUpProbe probe([](int) { return Sample{1000, 751, 1000}; });
  EXPECT_EQ(run(probe).discarded, 0U);
}

TEST(Sampler, WhereNoSampleIsLeftTheRowIsUnstableButNotEmpty) {
  MadeUpProbe probe([](int) { return Sample{1000, 400, 1000}; });
  StopRules rules;
  rules.time_limit_s = 0.1;
  const Measurement m = run(probe, rules);
  EXPECT_TRUE(m.unstable());
  EXPECT_GT(m.discarded, 0U);
  EXPECT_DOUBLE_EQ(m.summary.median, 1000);
}

TEST(Sampler, AnUnknownClockDiscardsNothing) {
  MadeUpProbe probe([](int) { return Sample{1000, 0, 1000}; });
  EXPECT_EQ(run(probe).discarded, 0U);
}

TEST(Statistics, QuantilesOfKnownSamples) {
  const Summary s = summarise({4, 1, 3, 2, 5});
  EXPECT_DOUBLE_EQ(s.min, 1);
  EXPECT_DOUBLE_EQ(s.median, 3);
  EXPECT_DOUBLE_EQ(s.mean, 3);
  EXPECT_DOUBLE_EQ(s.p95, 4.8);
  EXPECT_DOUBLE_EQ(s.noise_percent, 100.0 * (4 - 2) / 3);
}

TEST(Statistics, OneSample) {
  const Summary s = summarise({7});
  EXPECT_DOUBLE_EQ(s.median, 7);
  EXPECT_DOUBLE_EQ(s.p95, 7);
  EXPECT_DOUBLE_EQ(s.noise_percent, 0);
}

TEST(Statistics, AFewOutliersMoveNeitherMedianNorNoise) {
  std::vector<double> samples(99, 100.0);
  samples.push_back(1e6);
  EXPECT_DOUBLE_EQ(summarise(samples).median, 100);
  EXPECT_DOUBLE_EQ(summarise(samples).noise_percent, 0);
}

}  // namespace
