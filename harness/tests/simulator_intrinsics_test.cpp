// Packed integers against plain loops over lanes; the other intrinsics are tried by the probes.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <random>
#include "harness/tests/simulator_testing.hpp"

namespace {

constexpr unsigned corners[] = {0, 0xFFFFFFFF, 0x80007FFF, 0x7F80FF00, 0x00010001, 0x01010101, 0x80808080, 0x7FFF8000};

// Compares a packed intrinsic with `lane` on every lane, over random words and words of extreme lanes.
template <class Lane, class F, class... Words> void expect_packed(unsigned (*packed)(Words...), F lane) {
  constexpr std::size_t lanes = 4 / sizeof(Lane);
  const auto split = [](unsigned word) { return std::bit_cast<std::array<Lane, lanes>>(word); };
  const auto compare = [&](auto... words) {
    const auto actual = split(packed(words...));
    for (std::size_t i = 0; i < lanes; ++i) {
      ASSERT_EQ(actual[i], static_cast<Lane>(lane(static_cast<long>(split(words)[i])...))) << "lane " << i;
    }
  };
  std::mt19937 random(1);
  const auto draw = [&] {
    return random() % 2 == 0 ? static_cast<unsigned>(random()) : corners[random() % std::size(corners)];
  };
  for (int turn = 0; turn < 4000; ++turn) compare(Words{draw()}...);
}

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
constexpr auto lesser = [](auto... x) { return std::min({x...}); };
constexpr auto greater = [](auto... x) { return std::max({x...}); };

TEST(SimulatorIntrinsics, PackedMinimaAndMaxima) {
  expect_packed<u8>(__vminu4, lesser);
  expect_packed<u8>(__vmaxu4, greater);
  expect_packed<u16>(__vminu2, lesser);
  expect_packed<u16>(__vmaxu2, greater);
  expect_packed<s8>(__vmins4, lesser);
  expect_packed<s8>(__vmaxs4, greater);
  expect_packed<s16>(__vmins2, lesser);
  expect_packed<s16>(__vmaxs2, greater);
  expect_packed<u16>(__vimin3_u16x2, lesser);
  expect_packed<u16>(__vimax3_u16x2, greater);
  expect_packed<s16>(__vimin3_s16x2, lesser);
  expect_packed<s16>(__vimax3_s16x2, greater);
}

TEST(SimulatorIntrinsics, PackedSums) {
  expect_packed<u8>(__vadd4, [](long x, long y) { return x + y; });
  expect_packed<u16>(__vadd2, [](long x, long y) { return x + y; });
  expect_packed<u8>(__vsub4, [](long x, long y) { return x - y; });
  expect_packed<u16>(__vsub2, [](long x, long y) { return x - y; });
  expect_packed<u8>(__vabsdiffu4, [](long x, long y) { return std::abs(x - y); });
  expect_packed<u16>(__vabsdiffu2, [](long x, long y) { return std::abs(x - y); });
  expect_packed<u8>(__vavgu4, [](long x, long y) { return (x + y + 1) / 2; });
  expect_packed<u8>(__vaddus4, [](long x, long y) { return std::min(x + y, 255L); });
  expect_packed<s16>(__vaddss2, [](long x, long y) { return std::clamp(x + y, -32768L, 32767L); });
  expect_packed<u16>(__vsubus2, [](long x, long y) { return std::max(x - y, 0L); });
  expect_packed<u16>(__vcmpgtu2, [](long x, long y) { return x > y ? 0xFFFF : 0; });
  expect_packed<s8>(__vsetlts4, [](long x, long y) { return x < y ? 1 : 0; });
}

TEST(SimulatorIntrinsics, FusedSumsAndMinima) {
  expect_packed<u16>(__viaddmin_u16x2, [](long x, long y, long z) { return std::min((x + y) & 0xFFFF, z); });
  expect_packed<u16>(__viaddmax_u16x2, [](long x, long y, long z) { return std::max((x + y) & 0xFFFF, z); });
  expect_packed<s16>(__viaddmax_s16x2_relu, [](long x, long y, long z) {
    return std::max({long{static_cast<s16>(x + y)}, z, 0L});
  });
}

}  // namespace
