#include "harness/simulator/thread_order.hpp"
#include <algorithm>
#include <functional>
#include <numeric>
#include <rungs/random.hpp>
#include <utility>

namespace rungs::simulator {

void arrange(std::vector<unsigned>& threads, const Settings& settings, std::uint64_t block, std::uint64_t phase) {
  const auto in_order = [&](auto before) {  // nearly always so already
    if (!std::is_sorted(threads.begin(), threads.end(), before)) std::sort(threads.begin(), threads.end(), before);
  };
  if (settings.order == Order::forward) return in_order(std::less<>());
  if (settings.order == Order::reverse) return in_order(std::greater<>());
  const std::uint64_t seed = random_bits(random_bits(settings.seed, block), phase);
  for (std::size_t left = threads.size(); left > 1; --left)
    std::swap(threads[left - 1], threads[random_below(seed, left, left)]);
}

BlockOrder::BlockOrder(const Settings& settings, std::uint64_t blocks) : order_(settings.order), blocks_(blocks) {
  if (order_ != Order::random) return;
  offset_ = random_bits(settings.seed, 0) % blocks;
  step_ = random_bits(settings.seed, 1) % blocks;
  while (std::gcd(step_, blocks) != 1) step_ = (step_ + 1) % blocks;
}

std::uint64_t BlockOrder::block(std::uint64_t n) const {
  if (order_ == Order::forward) return n;
  if (order_ == Order::reverse) return blocks_ - 1 - n;
  __extension__ using Wide = unsigned __int128;  // a grid may have 2^63 blocks
  return static_cast<std::uint64_t>((Wide{n} * step_ + offset_) % blocks_);
}

}  // namespace rungs::simulator
