#include "harness/simulator/races/known.hpp"
#include <algorithm>

namespace rungs::simulator::races {

bool Known::holds(std::uint64_t who, Tick tick) const {
  const auto found = std::lower_bound(ticks_.begin(), ticks_.end(), std::pair{who, tick});
  return found != ticks_.end() && found->first == who;
}

void Known::add(std::uint64_t who, Tick tick) {
  const auto found = std::lower_bound(ticks_.begin(), ticks_.end(), std::pair{who, Tick{0}});
  if (found != ticks_.end() && found->first == who) {
    found->second = std::max(found->second, tick);
  } else {
    ticks_.insert(found, {who, tick});
  }
}

void Known::join(const Known& other) {
  if (other.empty()) return;
  if (empty()) {
    ticks_ = other.ticks_;
    return;
  }
  std::vector<std::pair<std::uint64_t, Tick>> both;
  both.reserve(ticks_.size() + other.ticks_.size());
  std::merge(ticks_.begin(), ticks_.end(), other.ticks_.begin(), other.ticks_.end(), std::back_inserter(both));
  // Of two entries for one the later is the higher.
  const auto kept =
      std::unique(both.rbegin(), both.rend(), [](const auto& a, const auto& b) { return a.first == b.first; });
  ticks_.assign(kept.base(), both.end());
}

}  // namespace rungs::simulator::races
