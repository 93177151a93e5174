// A probe that gives made-up samples, with a made-up clock; and noise for them.
#pragma once

#include <gtest/gtest.h>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <utility>
#include "harness/measure/sampler.hpp"

namespace rungs {

/// Made-up noise: standard normal numbers, one for each sample. `memory` is the correlation of neighbours.
class Noise {
 public:
  explicit Noise(std::uint64_t seed, double memory = 0) : random_(seed), memory_(memory) {}
  double next() {
    last_ = memory_ * last_ + std::sqrt(1 - memory_ * memory_) * normal_(random_);
    return last_;
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  double memory_;
  double last_ = normal_(random_);
};

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

/// Takes samples until a stop rule is satisfied, by a clock that runs `slower` than the probe's.
inline Measurement run(MadeUpProbe& probe, const StopRules& rules = {}, double slower = 1) {
  Sampling sampling(probe, rules, [&, slower] { return slower * probe.seconds; });
  while (sampling.step()) {
  }
  return sampling.finish();
}

inline Sample steady(double us) { return {us, 1000}; }

}  // namespace rungs
