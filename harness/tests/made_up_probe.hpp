// A probe that gives made-up samples, with a made-up clock.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "harness/measure/sampler.hpp"

namespace rungs {

/// Gives samples by number; each one costs `us` of the made-up clock.
class MadeUpProbe final : public Probe {
 public:
  explicit MadeUpProbe(std::function<Sample(int)> give, double sustained = 1000)
      : give_(std::move(give)), sustained_(sustained) {}
  void warm_up() override { warmed_up = true; }
  Sample take() override {
    EXPECT_TRUE(warmed_up) << "sampling must begin with the warm-up";
    Sample sample = give_(taken++);
    seconds += sample.us * 1e-6;
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

inline Measurement run(MadeUpProbe& probe, StopRules rules = {}) {
  return sample(probe, rules, [&] { return probe.seconds; });
}

inline Sample steady(double us) { return {us, 1000}; }

}  // namespace rungs
