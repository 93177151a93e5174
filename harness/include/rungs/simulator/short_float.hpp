// A 16-bit float with CUDA's conversions and operators, and a pair of them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <rungs/simulator/rounding.hpp>
#include <type_traits>
#include <utility>

namespace rungs::simulator {

/// The float next to `value` whose last bit is set, unless `value` is a float: rounding it once more gives
/// what rounding `value` would.
inline float to_odd(long double value) {
  const auto near = static_cast<float>(value);
  if (std::isnan(near) || near == value || (std::bit_cast<std::uint32_t>(near) & 1U) != 0) return near;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  return std::nextafter(near, value > near ? infinity : -infinity);
}

// NOLINTBEGIN(bugprone-macro-parentheses): these are declarations
#define RUNGS_EACH_OPERATOR \
  RUNGS_OPERATORS(+)        \
  RUNGS_OPERATORS(-)        \
  RUNGS_OPERATORS(*)        \
  RUNGS_OPERATORS(/)        \
  RUNGS_COMPARISON(==)      \
  RUNGS_COMPARISON(!=) RUNGS_COMPARISON(<) RUNGS_COMPARISON(<=) RUNGS_COMPARISON(>) RUNGS_COMPARISON(>=)

/// A number as `Stored` (rungs::half, rungs::bfloat16) with CUDA's conversions and operators.
template <class Stored> struct ShortFloat {
  unsigned short bits;

  ShortFloat() = default;
  template <class T>
  requires(std::is_arithmetic_v<T>) ShortFloat(T value)  // NOLINT: as CUDA's
      : bits(std::isnan(static_cast<long double>(value)) ? std::uint16_t{0x7FFF} : Stored(to_odd(value)).bits) {}
  operator float() const {  // NOLINT: as CUDA's
    Stored same;
    same.bits = bits;
    return static_cast<float>(same);
  }
  template <class T>
  requires(std::is_integral_v<T>) operator T() const {  // NOLINT: as CUDA's
    if constexpr (std::is_same_v<T, bool>) return value(*this) != 0;
    return to_integer<T>(value(*this));
  }
  static ShortFloat of_bits(unsigned bits) {
    ShortFloat same;
    same.bits = static_cast<unsigned short>(bits);
    return same;
  }
  static ShortFloat rounded(long double exact, int mode) {
    const ShortFloat near(exact);
    const float got = near;
    if (mode == FE_TONEAREST || std::isnan(got) || got == exact) return near;
    const bool down = mode == FE_DOWNWARD || (mode == FE_TOWARDZERO && exact > 0);
    if (down == (got < exact)) return near;
    if (got == 0) return of_bits(down ? 0x8001 : 0x0001);
    return of_bits(near.bits + ((got > 0) == down ? -1U : 1U));
  }
  friend float value(ShortFloat a) { return a.operator float(); }

#define RUNGS_OPERATORS(sign)                                                                    \
  friend ShortFloat operator sign(ShortFloat a, ShortFloat b) { return value(a) sign value(b); } \
  friend ShortFloat& operator sign##=(ShortFloat& a, ShortFloat b) { return a = a sign b; }
#define RUNGS_COMPARISON(sign) \
  friend bool operator sign(ShortFloat a, ShortFloat b) { return value(a) sign value(b); }
  RUNGS_EACH_OPERATOR
#undef RUNGS_OPERATORS
#undef RUNGS_COMPARISON
  ShortFloat operator+() const { return *this; }
  ShortFloat operator-() const { return of_bits(bits ^ 0x8000U); }
  ShortFloat& operator++() { return *this += ShortFloat(1); }
  ShortFloat& operator--() { return *this -= ShortFloat(1); }
  ShortFloat operator++(int) { return std::exchange(*this, *this + ShortFloat(1)); }
  ShortFloat operator--(int) { return std::exchange(*this, *this - ShortFloat(1)); }
};

/// Two lanes, as __half2; operators work on each.
template <class Lane> struct alignas(4) ShortPair {
  Lane x, y;

  ShortPair() = default;
  ShortPair(Lane a, Lane b) : x(a), y(b) {}
#define RUNGS_OPERATORS(sign)                                                                       \
  friend ShortPair operator sign(ShortPair a, ShortPair b) { return {a.x sign b.x, a.y sign b.y}; } \
  friend ShortPair& operator sign##=(ShortPair& a, ShortPair b) { return a = a sign b; }
#define RUNGS_COMPARISON(sign) \
  friend bool operator sign(ShortPair a, ShortPair b) { return a.x sign b.x && a.y sign b.y; }
  RUNGS_EACH_OPERATOR
#undef RUNGS_OPERATORS
#undef RUNGS_COMPARISON
  ShortPair operator-() const { return {-x, -y}; }
};
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace rungs::simulator
