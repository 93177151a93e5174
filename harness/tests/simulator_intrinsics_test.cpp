// Packed integers against plain loops over lanes, and the one-word intrinsics against known values.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
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
  EXPECT_EQ(__vimin3_u32(3, 1, 2), 1U);
  EXPECT_EQ(__vimax3_s32(-3, -1, -2), -1);
  EXPECT_EQ(__viaddmin_u32(0xFFFFFFFF, 2, 5), 1U);
  EXPECT_EQ(__viaddmax_s32(2147483647, 1, 5), 5);
  EXPECT_EQ(__vimin3_s32_relu(-3, 1, 2), 0);
  EXPECT_EQ(__vsadu4(0x01020304, 0x04030201), 8U);
  EXPECT_EQ(__dp4a(0x01020304U, 0x01010101U, 5U), 15U);
  EXPECT_EQ(__dp4a(static_cast<int>(0xFF020304), 0x01010101, 0), 8);
}

TEST(SimulatorIntrinsics, BitsOfAWord) {
  EXPECT_EQ(__popc(0xF0F0), 8);
  EXPECT_EQ(__popcll(~0ULL), 64);
  EXPECT_EQ(__clz(1), 31);
  EXPECT_EQ(__clz(0), 32);
  EXPECT_EQ(__clzll(1), 63);
  EXPECT_EQ(__ffs(0), 0);
  EXPECT_EQ(__ffs(8), 4);
  EXPECT_EQ(__ffsll(1LL << 40), 41);
  EXPECT_EQ(__brev(1), 0x80000000U);
  EXPECT_EQ(__brev(0x12345678), 0x1E6A2C48U);
  EXPECT_EQ(__byte_perm(0x33221100, 0x77665544, 0x7160), 0x77116600U);
  EXPECT_EQ(__byte_perm(0x000080FF, 0x0000007F, 0x4C98), 0x7F00FFFFU);
}

TEST(SimulatorIntrinsics, ShiftsAndProducts) {
  EXPECT_EQ(__funnelshift_l(0x80000001, 0x40000000, 1), 0x80000001U);
  EXPECT_EQ(__funnelshift_l(1, 2, 32), 2U);
  EXPECT_EQ(__funnelshift_lc(1, 2, 32), 1U);
  EXPECT_EQ(__funnelshift_r(0x80000001, 1, 1), 0xC0000000U);
  EXPECT_EQ(__funnelshift_r(1, 2, 32), 1U);
  EXPECT_EQ(__funnelshift_rc(1, 2, 40), 2U);
  EXPECT_EQ(__umulhi(0xFFFFFFFF, 0xFFFFFFFF), 0xFFFFFFFEU);
  EXPECT_EQ(__mulhi(-1, 2), -1);
  EXPECT_EQ(__umul24(0xFF000003, 0x01000002), 6U);
  EXPECT_EQ(__mul24(-3, 5), -15);
  EXPECT_EQ(__uint_as_float(__float_as_uint(-1.5F)), -1.5F);
  EXPECT_EQ(__int_as_float(__float_as_int(2.5F)), 2.5F);
}

TEST(SimulatorIntrinsics, MinimaOfMixedTypesAndFloats) {
  EXPECT_EQ(min(3, 4), 3);
  EXPECT_EQ(max(-1, 4U), 0xFFFFFFFFU);
  EXPECT_EQ(min(5U, 4ULL), 4ULL);
  EXPECT_EQ(max(static_cast<unsigned char>(3), static_cast<unsigned char>(250)), 250);
  EXPECT_EQ(min(1.0F, std::nanf("")), 1.0F);
  EXPECT_EQ(max(1.0F, 2.0), 2.0);
  EXPECT_EQ(__saturatef(2.0F), 1.0F);
  EXPECT_EQ(__saturatef(std::nanf("")), 0.0F);
  EXPECT_EQ(__fmaf_rn(2.0F, 3.0F, 1.0F), 7.0F);
  EXPECT_EQ(rsqrtf(4.0F), 0.5F);
  EXPECT_EQ(__fdividef(1.0F, 4.0F), __fdiv_rn(1.0F, 4.0F));
  EXPECT_EQ(__fsqrt_rn(9.0F), 3.0F);
  EXPECT_EQ(__float2int_rn(2.5F), 2);
  EXPECT_EQ(__float2uint_rz(-3.0F), 0U);
  EXPECT_EQ(__float2int_rz(1e20F), std::numeric_limits<int>::max());
}

TEST(SimulatorIntrinsics, HintedLoadsStoresAndVectors) {
  alignas(16) float values[4] = {1, 2, 3, 4};
  const float4 all = __ldg(reinterpret_cast<const float4*>(values));
  EXPECT_EQ(all.w, 4.0F);
  __stcs(reinterpret_cast<float2*>(values), make_float2(8, 9));
  EXPECT_EQ(__ldcs(&values[1]) + __ldcg(&values[0]) + __ldlu(&values[2]), 20.0F);
  __stwt(&values[3], 6);
  EXPECT_EQ(__ldca(&values[3]), 6.0F);
  static_assert(sizeof(float3) == 12 && alignof(float4) == 16 && alignof(uchar4) == 4 && alignof(ushort4) == 8);
  static_assert(alignof(double2) == 16 && alignof(ulonglong2) == 16 && sizeof(uint2) == 8);
}

}  // namespace
