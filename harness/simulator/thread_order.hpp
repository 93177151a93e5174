// The order of the blocks of a grid, and of the threads of a block between two waits.
#pragma once

#include <cstdint>
#include <vector>
#include "harness/simulator/simulator.hpp"

namespace rungs::simulator {

/// Orders the threads that can run. `phase`: how many times the threads of the block were ordered before.
void arrange(std::vector<unsigned>& threads, const Settings& settings, std::uint64_t block, std::uint64_t phase);

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
