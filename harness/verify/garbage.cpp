#include "harness/verify/garbage.hpp"
#include <random>

namespace rungs {
namespace {

/// The guards' ranges: the least byte, and how many there are. Four equal bytes 0x50 to 0x7E are floats from
/// 1e10 to 8e37, 0xD0 to 0xFE the same with a minus, and 0x01 to 0x2F small.
constexpr std::array<unsigned, 3> least_guard{0x50, 0xD0, 0x01};
constexpr unsigned guard_count = 0x2F;

std::byte draw(std::random_device& random, unsigned least) {
  return static_cast<std::byte>(std::uniform_int_distribution(least, least + guard_count - 1)(random));
}

}  // namespace

std::byte Garbage::guard(std::size_t which, std::size_t zone) const {
  const unsigned least = least_guard.at(which);
  const auto first = std::to_integer<unsigned>(guards.at(which)) - least;
  return static_cast<std::byte>(least + (first + zone) % guard_count);
}

const Garbage& garbage() {
  static const Garbage drawn = [] {
    std::random_device random;
    return Garbage{draw(random, least_guard[0]),
                   {draw(random, least_guard[0]), draw(random, least_guard[1]), draw(random, least_guard[2])},
                   std::uniform_int_distribution<std::uint64_t>()(random)};
  }();
  return drawn;
}

}  // namespace rungs
