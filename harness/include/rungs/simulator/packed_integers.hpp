// Integer intrinsics on two 16-bit or four 8-bit lanes of a word, and fused three-operand min and max.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace rungs::simulator {

/// Applies `f` to each lane of the words, as int or a type as wide as the lane, and packs the low bits of the results.
/// Lane: std::uint8_t, std::int16_t, ...
template <class Lane, class F, class... Words> unsigned for_packed(F f, Words... words) {
  using Wide = decltype(Lane{} + 0);
  unsigned result = 0;
  for (unsigned shift = 0; shift < 32; shift += 8 * sizeof(Lane)) {
    result |= unsigned{static_cast<std::make_unsigned_t<Lane>>(f(Wide{static_cast<Lane>(words >> shift)}...))} << shift;
  }
  return result;
}

/// The sum of f over the lanes.
template <class Lane, class F> unsigned sum_packed(F f, unsigned a, unsigned b) {
  unsigned sum = 0;
  for (unsigned shift = 0; shift < 32; shift += 8 * sizeof(Lane)) {
    sum += static_cast<unsigned>(f(int{static_cast<Lane>(a >> shift)}, int{static_cast<Lane>(b >> shift)}));
  }
  return sum;
}

namespace subset {

// One line per intrinsic: CUDA's name, the lane's type, and the value of a lane from the lanes x and y.
#define RUNGS_PACKED(name, Lane, value)                                     \
  inline unsigned name(unsigned a, unsigned b) {                            \
    return for_packed<std::Lane>([](int x, int y) { return value; }, a, b); \
  }
// Two 16-bit lanes and four 8-bit lanes.
#define RUNGS_PACKED_UNSIGNED(name, value) \
  RUNGS_PACKED(name##2, uint16_t, value)   \
  RUNGS_PACKED(name##4, uint8_t, value)
#define RUNGS_PACKED_SIGNED(name, value) \
  RUNGS_PACKED(name##2, int16_t, value)  \
  RUNGS_PACKED(name##4, int8_t, value)

RUNGS_PACKED_UNSIGNED(__vadd, x + y)
RUNGS_PACKED_UNSIGNED(__vsub, x - y)
RUNGS_PACKED_UNSIGNED(__vminu, std::min(x, y))
RUNGS_PACKED_UNSIGNED(__vmaxu, std::max(x, y))
RUNGS_PACKED_SIGNED(__vmins, std::min(x, y))
RUNGS_PACKED_SIGNED(__vmaxs, std::max(x, y))
RUNGS_PACKED_UNSIGNED(__vabsdiffu, std::max(x, y) - std::min(x, y))
RUNGS_PACKED_SIGNED(__vabsdiffs, std::max(x, y) - std::min(x, y))
RUNGS_PACKED_UNSIGNED(__vavgu, (x + y + 1) / 2)
RUNGS_PACKED_UNSIGNED(__vhaddu, (x + y) / 2)
RUNGS_PACKED_UNSIGNED(__vsubus, x < y ? 0 : x - y)
RUNGS_PACKED(__vaddus2, uint16_t, std::min(x + y, 65535))
RUNGS_PACKED(__vaddus4, uint8_t, std::min(x + y, 255))
RUNGS_PACKED(__vaddss2, int16_t, std::clamp(x + y, -32768, 32767))
RUNGS_PACKED(__vaddss4, int8_t, std::clamp(x + y, -128, 127))
RUNGS_PACKED(__vsubss2, int16_t, std::clamp(x - y, -32768, 32767))
RUNGS_PACKED(__vsubss4, int8_t, std::clamp(x - y, -128, 127))

// Comparisons: cmp sets all bits of a lane if the condition is true, set gives 1.
#define RUNGS_PACKED_COMPARISON(KIND, suffix, condition) \
  RUNGS_PACKED_##KIND(__vcmp##suffix, (condition) ? -1 : 0) RUNGS_PACKED_##KIND(__vset##suffix, (condition) ? 1 : 0)

RUNGS_PACKED_COMPARISON(UNSIGNED, eq, x == y)
RUNGS_PACKED_COMPARISON(UNSIGNED, ne, x != y)
RUNGS_PACKED_COMPARISON(UNSIGNED, geu, x >= y)
RUNGS_PACKED_COMPARISON(UNSIGNED, gtu, x > y)
RUNGS_PACKED_COMPARISON(UNSIGNED, leu, x <= y)
RUNGS_PACKED_COMPARISON(UNSIGNED, ltu, x < y)
RUNGS_PACKED_COMPARISON(SIGNED, ges, x >= y)
RUNGS_PACKED_COMPARISON(SIGNED, gts, x > y)
RUNGS_PACKED_COMPARISON(SIGNED, les, x <= y)
RUNGS_PACKED_COMPARISON(SIGNED, lts, x < y)

#define RUNGS_PACKED_ONE(name, value)                                \
  inline unsigned name##2(unsigned a) {                              \
    return for_packed<std::int16_t>([](int x) { return value; }, a); \
  }                                                                  \
  inline unsigned name##4(unsigned a) {                              \
    return for_packed<std::int8_t>([](int x) { return value; }, a);  \
  }
RUNGS_PACKED_ONE(__vabs, x < 0 ? -x : x)
RUNGS_PACKED_ONE(__vneg, -x)
RUNGS_PACKED_SIGNED(__vavgs, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)

#undef RUNGS_PACKED_ONE
#undef RUNGS_PACKED_COMPARISON
#undef RUNGS_PACKED_SIGNED
#undef RUNGS_PACKED_UNSIGNED
#undef RUNGS_PACKED

/// Sum over the lanes of |a - b|.
inline unsigned __vsadu2(unsigned a, unsigned b) {
  return sum_packed<std::uint16_t>([](int x, int y) { return std::max(x, y) - std::min(x, y); }, a, b);
}
inline unsigned __vsadu4(unsigned a, unsigned b) {
  return sum_packed<std::uint8_t>([](int x, int y) { return std::max(x, y) - std::min(x, y); }, a, b);
}
/// Dot product of four bytes, plus c.
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return sum_packed<std::uint8_t>([](int x, int y) { return x * y; }, a, b) + c;
}
inline int __dp4a(int a, int b, int c) {
  return static_cast<int>(
      sum_packed<std::int8_t>([](int x, int y) { return x * y; }, static_cast<unsigned>(a), static_cast<unsigned>(b)) +
      static_cast<unsigned>(c));
}

/// Dot product of two 16-bit lanes of a with the low (lo) or high (hi) two bytes of b, plus c.
inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return (a & 0xFFFF) * (b & 0xFF) + (a >> 16) * (b >> 8 & 0xFF) + c;
}
inline int __dp2a_lo(int a, int b, int c) {
  return static_cast<std::int16_t>(a) * static_cast<std::int8_t>(b) + (a >> 16) * static_cast<std::int8_t>(b >> 8) + c;
}
inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }

// Three operands, on two lanes and on words: viaddmax is max(a + b, c), and the sum wraps; _relu also takes the maximum
// with 0.
#define RUNGS_THREE_OF(name, Word, Lane, value)                                                   \
  inline Word name(Word a, Word b, Word c) {                                                      \
    const auto of_lane = [](auto x, auto y, auto z) {                                             \
      [[maybe_unused]] const decltype(z) sum = static_cast<std::Lane>(unsigned(x) + unsigned(y)); \
      return value;                                                                               \
    };                                                                                            \
    return static_cast<Word>(for_packed<std::Lane>(of_lane, a, b, c));                            \
  }
#define RUNGS_THREE(name, value)                                           \
  RUNGS_THREE_OF(name##_u16x2, unsigned, uint16_t, value)                  \
  RUNGS_THREE_OF(name##_s16x2, unsigned, int16_t, value)                   \
  RUNGS_THREE_OF(name##_s16x2_relu, unsigned, int16_t, std::max(value, 0)) \
  RUNGS_THREE_OF(name##_u32, unsigned, uint32_t, value)                    \
  RUNGS_THREE_OF(name##_s32, int, int32_t, value)                          \
  RUNGS_THREE_OF(name##_s32_relu, int, int32_t, std::max(value, 0))

RUNGS_THREE(__viaddmax, std::max(sum, z))
RUNGS_THREE(__viaddmin, std::min(sum, z))
RUNGS_THREE(__vimax3, std::max({x, y, z}))
RUNGS_THREE(__vimin3, std::min({x, y, z}))

#undef RUNGS_THREE_OF
#undef RUNGS_THREE

inline unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __vimax3_s16x2_relu(a, b, b); }
inline unsigned __vimin_s16x2_relu(unsigned a, unsigned b) { return __vimin3_s16x2_relu(a, b, b); }
inline int __vimax_s32_relu(int a, int b) { return std::max({a, b, 0}); }
inline int __vimin_s32_relu(int a, int b) { return std::max(std::min(a, b), 0); }

}  // namespace subset
}  // namespace rungs::simulator
