// What a thread knows of others: everything that they did up to a tick. A sparse vector clock.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace rungs::simulator::races {

/// Ticks count the synchronisations of a program, so what happens later has no lower tick.
using Tick = std::uint32_t;
/// Of a grid: number of the block times threads of a block, plus number in the block.
using ThreadId = std::uint32_t;

class Known {
 public:
  static std::uint64_t thread(ThreadId id) { return id; }
  static std::uint64_t block(std::uint64_t number) { return number | std::uint64_t{1} << 63U; }

  [[nodiscard]] bool empty() const { return ticks_.empty(); }
  [[nodiscard]] bool holds(std::uint64_t who, Tick tick) const;
  void add(std::uint64_t who, Tick tick);
  void join(const Known& other);
  void clear() { ticks_.clear(); }

 private:
  std::vector<std::pair<std::uint64_t, Tick>> ticks_;  ///< sorted
};

}  // namespace rungs::simulator::races
