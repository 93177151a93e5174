#include "harness/verify/garbage.hpp"

#include <random>

namespace rungs {
namespace {

std::byte draw(std::random_device& random, unsigned least, unsigned most) {
  return static_cast<std::byte>(std::uniform_int_distribution<unsigned>(least, most)(random));
}

}  // namespace

const Garbage& garbage() {
  static const Garbage drawn = [] {
    std::random_device random;
    // Four equal bytes 0x50 to 0x7E are floats from 1e10 to 8e37, and 0xD0 to 0xFE the same with a minus.
    return Garbage{draw(random, 0x50, 0x7E),
                   {draw(random, 0x50, 0x7E), draw(random, 0xD0, 0xFE), draw(random, 0x01, 0x2F)}};
  }();
  return drawn;
}

}  // namespace rungs
