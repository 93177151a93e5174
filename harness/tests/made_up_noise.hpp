// Noise for made-up samples.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

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

}  // namespace rungs
