// The order of the blocks of a grid, and of the threads of a block between two waits.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/simulator/simulator.hpp"

namespace rungs::simulator {

/// SplitMix64: small, and the same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  /// Nearly uniform in [0, bound) for bounds far below 2^32.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * std::uint64_t{bound}) >> 32);
  }

 private:
  std::uint64_t state_;
};

/// Orders the threads that can run. `phase`: how many times the threads of the block were ordered before.
void arrange(std::vector<unsigned>& threads, const Settings& settings, std::uint64_t block,
             std::uint64_t phase);

/// A bijection of [0, blocks): n -> the n-th block to start.
class BlockOrder {
 public:
  BlockOrder(const Settings& settings, std::uint64_t blocks);
  [[nodiscard]] std::uint64_t block(std::uint64_t n) const;

 private:
  Order order_;
  std::uint64_t blocks_;
  std::uint64_t step_ = 1;  ///< coprime to blocks_, so that n * step_ + offset_ visits all of them
  std::uint64_t offset_ = 0;
};

}  // namespace rungs::simulator
