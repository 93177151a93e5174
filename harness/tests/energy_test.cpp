// Energy of a launch, in made-up time from a made-up NVML: the right joules, from update to update, and what is
// refused. What else NVML says, and why there is none.
#include "harness/measure/energy.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <rungs/core/errors.hpp>
#include <string>
#include <vector>
#include "harness/cuda/nvml.hpp"
#include "harness/tests/made_up_probe.hpp"
#include "harness/tests/nvml/fake_nvml.hpp"
#include "harness/tests/testing.hpp"

namespace {

using namespace rungs;

double now_s = 0;        ///< the made-up time
double load_from_s = 0;  ///< when the launches began; later than `now_s` if they have not
constexpr double never = 1e9;

/// Reads the made-up NVML as the thread of a PolledCounter does.
class MadeUpCounter final : public EnergyCounter {
 public:
  MadeUpCounter(FakeNvml& answers, const cuda::Nvml& nvml) : answers_(answers), nvml_(nvml) {}
  std::vector<EnergyUpdate> take() override {
    answers_.now_s = now_s;
    auto update = finder_.see(now_s, nvml_.energy_millijoules());
    if (!update) return {};
    update->state = nvml_.power_state();
    return {*update};
  }

 private:
  FakeNvml& answers_;
  const cuda::Nvml& nvml_;
  UpdateFinder finder_;
};

/// Launches of the same time back to back from the first feed on.
class MadeUpLoad final : public EnergyLoad {
 public:
  explicit MadeUpLoad(double launch_s) : launch_s_(launch_s) {}
  void feed() override {
    EXPECT_FALSE(finished);
    if (load_from_s == never) load_from_s = now_s;
    now_s += 0.001;
  }
  void finish() override { finished = true; }
  double done_at(double at_s) const override {
    EXPECT_TRUE(finished) << "only then all launches are known";
    return (at_s - load_from_s) / launch_s_;
  }
  double dry_share() const override { return 0; }
  bool finished = false;

 private:
  double launch_s_;
};

/// A measurement in made-up time from now on.
Energy measured(FakeNvml& answers, double launch_s, EnergyRules rules = {}) {
  load_from_s = never;
  const cuda::Nvml nvml(fake_uuid, FAKE_NVML);
  MadeUpCounter counter(answers, nvml);
  MadeUpLoad load(launch_s);
  return measure_energy(
      counter, load, rules, [] { return now_s; }, [] { now_s += 0.005; });
}

/// 120 W; with launches 600 W, after half a second of less.
double steps_of_power(double at_s) {
  const double busy_s = std::max(0.0, at_s - load_from_s);
  return 120 * at_s + 480 * std::max(0.0, busy_s - 0.5) + 100 * std::min(busy_s, 0.5);
}

class MadeUpEnergy : public testing::Test {
 protected:
  MadeUpEnergy() { answers_.joules = steps_of_power; }
  std::string refused(double launch_s = 0.001) {
    return message_of<Unsupported>([&] { return measured(answers_, launch_s); });
  }
  FakeNvml& answers_ = []() -> FakeNvml& {
    now_s = 100;
    return fake_nvml(FAKE_NVML);
  }();
};

TEST_F(MadeUpEnergy, IsThatOfOneLaunchWithTheIdlePowerSubtracted) {
  answers_.reasons = 0x4;
  const Energy energy = measured(answers_, 0.002);
  EXPECT_NEAR(energy.idle_watts, 120, 0.2);
  EXPECT_NEAR(energy.watts, 600, 0.5);
  EXPECT_NEAR(energy.joules_per_launch, 1.2, 0.001);
  EXPECT_NEAR(energy.net_joules_per_launch, 0.96, 0.001);
  EXPECT_LE(energy.ci_low, 0.96);
  EXPECT_GE(energy.ci_high, 0.96);
  EXPECT_LT(energy.ci_high - energy.ci_low, 0.01) << "nothing varies";
  EXPECT_EQ(energy.note, "");
  EXPECT_EQ(energy.throttle, "power cap");
  EXPECT_EQ(energy.state.power_limit_w, 700);
}

TEST_F(MadeUpEnergy, StartsAndEndsOnAnUpdate) {
  for (const double rate : {11.0, 7.3, 50.0}) {
    answers_.update_s = 1 / rate;
    const Energy energy = measured(answers_, 0.002);
    EXPECT_GE(energy.seconds, 5);
    EXPECT_LT(energy.seconds, 5 + 1 / rate + 0.002);
    EXPECT_NEAR(energy.launches, energy.seconds / 0.002, 1e-6) << "a launch counts by its share";
    EXPECT_NEAR(energy.joules_per_launch, 1.2, 0.001);
  }
}

TEST_F(MadeUpEnergy, ACounterThatStallsIsRefused) {
  answers_.stalls_from_s = now_s + 2.5;
  EXPECT_HAS(refused(), "stood still for 2.0 s");
}

TEST_F(MadeUpEnergy, ThatCannotBeMeasuredSaysWhy) {
  EXPECT_HAS(refused(3), "a longer --energy=SECONDS");
  answers_.energy_error = 3;
  EXPECT_HAS(refused(), "Volta");
}

/// A power that varies and drifts back, so that one step knows about the next ones.
std::vector<double> noise;  ///< in watts, for each 10 ms; and what it adds up to
double noisy_power(double at_s) {
  const auto until = static_cast<std::size_t>(std::max(0.0, (at_s - 100) / 0.01));
  while (noise.size() <= until) {
    static Noise level(5, 0.95);
    noise.push_back((noise.empty() ? 0 : noise.back()) + 0.01 * 25 * level.next());
  }
  return steps_of_power(at_s) + noise[until];
}

TEST_F(MadeUpEnergy, TheIntervalHoldsTheTrueEnergyIn95PercentOfManyRuns) {
  answers_.joules = noisy_power;
  constexpr int runs = 300;
  int right = 0;
  double widest = 0;
  for (int run = 0; run < runs; ++run) {
    const Energy energy = measured(answers_, 0.002);
    right += energy.ci_low <= 0.96 && 0.96 <= energy.ci_high ? 1 : 0;
    widest = std::max(widest, energy.ci_high - energy.ci_low);
  }
  EXPECT_GE(right, runs * 95 / 100);
  EXPECT_LT(widest, 0.96) << "a wide interval is no art";
}

std::string why_no_energy(const cuda::Nvml& nvml) {
  return message_of<Unsupported>([&] { return nvml.energy_millijoules(); });
}

TEST(Nvml, GivesWhatTheLibrarySays) {
  FakeNvml& answers = fake_nvml(FAKE_NVML);
  answers.reasons = 0x2 | 0x40;
  answers.joules = [](double) { return 12.5; };
  const cuda::Nvml nvml(fake_uuid, FAKE_NVML);
  EXPECT_EQ(nvml.state().throttle, "hardware thermal");
  EXPECT_EQ(nvml.state().clock_locked, "yes");
  EXPECT_EQ(nvml.state().temperature_c, 50);
  EXPECT_EQ(nvml.energy_millijoules(), 12'500U);
}

TEST(Nvml, SaysWhatIsSetOnTheGpu) {
  using Settings = std::vector<std::pair<std::string, std::string>>;
  FakeNvml& answers = fake_nvml(FAKE_NVML);
  EXPECT_EQ(
      cuda::Nvml(fake_uuid, FAKE_NVML).settings(),
      (Settings{
          {"ecc", "on"}, {"power_limit_w", "700"}, {"memory_clock_mhz", "3201"}, {"memory_clock_now_mhz", "2619"}}));
  answers.ecc = 0;
  EXPECT_EQ(cuda::Nvml(fake_uuid, FAKE_NVML).settings().front().second, "off");
}

TEST(Nvml, SaysWhyItHasNoEnergy) {
  fake_nvml(FAKE_NVML).init_error = 999;
  EXPECT_HAS(why_no_energy(cuda::Nvml(fake_uuid, FAKE_NVML)), "does not start");
  fake_nvml(FAKE_NVML);
  EXPECT_HAS(why_no_energy(cuda::Nvml("GPU-another", FAKE_NVML)), "GPU-another");
  EXPECT_HAS(why_no_energy(cuda::Nvml(fake_uuid, "libno-such.so")), "not found");
}

}  // namespace
