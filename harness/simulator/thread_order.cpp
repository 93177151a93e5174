#include "harness/simulator/thread_order.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace rungs::simulator {

std::uint64_t Random::next() {
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

void arrange(std::vector<unsigned>& threads, const Settings& settings, std::uint64_t block,
             std::uint64_t phase) {
  if (settings.order == Order::forward) {
    if (!std::is_sorted(threads.begin(), threads.end())) std::sort(threads.begin(), threads.end());
    return;
  }
  if (settings.order == Order::reverse) {
    if (std::is_sorted(threads.begin(), threads.end(), std::greater<>())) return;
    if (!std::is_sorted(threads.begin(), threads.end())) std::sort(threads.begin(), threads.end());
    std::reverse(threads.begin(), threads.end());
    return;
  }
  Random random(settings.seed);
  random = Random(random.next() ^ block);
  random = Random(random.next() ^ phase);
  for (std::size_t left = threads.size(); left > 1; --left) {
    std::swap(threads[left - 1], threads[random.below(static_cast<std::uint32_t>(left))]);
  }
}

BlockOrder::BlockOrder(const Settings& settings, std::uint64_t blocks)
    : order_(settings.order), blocks_(blocks) {
  if (order_ != Order::random) return;
  Random random(settings.seed);
  offset_ = random.next() % blocks;
  step_ = random.next() % blocks;
  while (std::gcd(step_, blocks) != 1) step_ = (step_ + 1) % blocks;
}

std::uint64_t BlockOrder::block(std::uint64_t n) const {
  if (order_ == Order::forward) return n;
  if (order_ == Order::reverse) return blocks_ - 1 - n;
  __extension__ using Wide = unsigned __int128;  // a grid may have 2^63 blocks
  return static_cast<std::uint64_t>((Wide{n} * step_ + offset_) % blocks_);
}

}  // namespace rungs::simulator
