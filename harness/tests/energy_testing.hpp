// A load and a counter in made-up time, over the made-up NVML.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "harness/cuda/nvml.hpp"
#include "harness/measure/polled_counter.hpp"
#include "harness/tests/nvml/fake_nvml.hpp"

namespace rungs::testing_energy {

inline double now_s = 0;        ///< the made-up time
inline double load_from_s = 0;  ///< when the launches began; later than `now_s` if they have not
inline constexpr double never = 1e9;

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
  MadeUpLoad(double launch_s, double dry) : launch_s_(launch_s), dry_(dry) {}
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
  double dry_share() const override { return dry_; }
  bool finished = false;

 private:
  double launch_s_, dry_;
};

/// A measurement in made-up time from now on.
inline Energy measured(FakeNvml& answers, double launch_s, EnergyRules rules = {}, double dry = 0) {
  load_from_s = never;
  const cuda::Nvml nvml(fake_uuid, FAKE_NVML);
  MadeUpCounter counter(answers, nvml);
  MadeUpLoad load(launch_s, dry);
  return measure_energy(
      counter, load, rules, [] { return now_s; }, [] { now_s += 0.005; });
}

}  // namespace rungs::testing_energy
