// Half precision and bfloat16 as stored in memory, for buffers of a case.
//
// A kernel reads them as its own types: reinterpret_cast<const __half*>(views.a). On the host they convert
// from and to float, rounding to nearest even.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace rungs {

namespace detail {

/// Rounds the bits of a float to a shorter format with `mantissa` bits of mantissa and `exponent` bits of
/// exponent; IEEE 754 rules, including subnormals.
template <int exponent, int mantissa> [[nodiscard]] constexpr std::uint16_t shorten(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 31U) << 15U);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  constexpr std::uint32_t infinite = ((1U << exponent) - 1U) << mantissa;
  if (magnitude > 0x7F800000U) return static_cast<std::uint16_t>(sign | infinite | (1U << (mantissa - 1)));
  constexpr int bias = (1 << (exponent - 1)) - 1;
  const int unbiased = static_cast<int>(magnitude >> 23U) - 127;
  constexpr int dropped = 23 - mantissa;
  // Subnormal results lose more bits; a value below half of the smallest subnormal becomes 0.
  const int shift = unbiased >= 1 - bias ? dropped : dropped + 1 - bias - unbiased;
  if (shift > 24) return sign;
  const bool normal = magnitude >= 0x00800000U;
  const std::uint32_t significand = (magnitude & 0x7FFFFFU) | (normal ? 0x800000U : 0U);
  const int subnormal_shift = normal ? shift : shift - 1;  // the subnormals of float have exponent -126
  std::uint32_t kept = significand >> static_cast<unsigned>(subnormal_shift);
  const std::uint32_t rest = significand & ((1U << static_cast<unsigned>(subnormal_shift)) - 1U);
  const std::uint32_t half = subnormal_shift == 0 ? 0 : 1U << static_cast<unsigned>(subnormal_shift - 1);
  if (subnormal_shift > 0 && (rest > half || (rest == half && (kept & 1U) != 0))) ++kept;
  // A normal result still has the leading one, which counts as one step of the exponent.
  const std::uint32_t result =
      unbiased >= 1 - bias ? kept + (static_cast<std::uint32_t>(unbiased + bias - 1) << mantissa) : kept;
  return static_cast<std::uint16_t>(sign | (result >= infinite ? infinite : result));
}

}  // namespace detail

/// IEEE binary16, as CUDA's __half: 10 bits of mantissa, up to 65504.
struct half {
  std::uint16_t bits = 0;

  half() = default;
  explicit constexpr half(float value) : bits(detail::shorten<5, 10>(value)) {}
  explicit constexpr operator float() const {
    const std::uint32_t sign = (bits & 0x8000U) << 16U;
    const std::uint32_t exponent = (bits >> 10U) & 0x1FU;
    const std::uint32_t mantissa = bits & 0x3FFU;
    if (exponent == 0) {
      const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
      return sign != 0 ? -magnitude : magnitude;
    }
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000U | (mantissa << 13U));
    return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (mantissa << 13U));
  }
};

/// The upper half of a float, as CUDA's __nv_bfloat16: 7 bits of mantissa, float's range.
struct bfloat16 {
  std::uint16_t bits = 0;

  bfloat16() = default;
  explicit constexpr bfloat16(float value) : bits(detail::shorten<8, 7>(value)) {}
  explicit constexpr operator float() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U); }
};

/// True for types that have a NaN.
template <class T>
inline constexpr bool is_floating =
    std::is_floating_point_v<T> || std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;

/// Converts an element of any buffer to double, exactly.
template <class T> [[nodiscard]] constexpr double to_double(T value) {
  if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16>) {
    return double{static_cast<float>(value)};
  } else {
    return static_cast<double>(value);
  }
}

}  // namespace rungs
