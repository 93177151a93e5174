// Half precision: conversions from and to float; sums and differences of two lanes at once.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace rungs::simulator {

/// Rounds to nearest even; values of 65520 or more become infinity.
inline std::uint16_t half_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16U & 0x8000U);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) return 0x7FFF;
  if (magnitude >= 0x477FF000U) return sign | 0x7C00U;
  if (magnitude < 0x38800000U) {  // below 2^-14: multiples of 2^-24
    return sign | static_cast<std::uint16_t>(std::nearbyint(std::fabs(value) * 0x1p24F));
  }
  constexpr std::uint32_t biases_apart = 112U << 23U;
  const std::uint32_t even = magnitude >> 13U & 1U;
  return sign | static_cast<std::uint16_t>((magnitude - biases_apart + 0xFFFU + even) >> 13U);
}

inline float half_to_float(std::uint16_t bits) {
  const std::uint32_t magnitude = bits & 0x7FFFU;
  const std::uint32_t sign = (bits & 0x8000U) << 16U;
  if (magnitude >= 0x7C00U) return std::bit_cast<float>(sign | magnitude << 13U | 0x7F800000U);
  const float value = std::bit_cast<float>(magnitude << 13U) * 0x1p112F;
  return sign != 0 ? -value : value;
}

/// Clamps to [0, 1]; NaN becomes 0.
inline float saturate(float value) { return value > 0 ? std::fmin(value, 1.0F) : 0.0F; }

namespace subset {

// NOLINTBEGIN(bugprone-reserved-identifier): CUDA's names
struct __half {
  unsigned short bits;
};
struct alignas(4) __half2 {
  __half x, y;
};

inline __half __float2half_rn(float a) { return {half_bits(a)}; }
inline __half __float2half(float a) { return __float2half_rn(a); }
inline __half2 __floats2half2_rn(float a, float b) { return {__float2half_rn(a), __float2half_rn(b)}; }
inline float __half2float(__half a) { return half_to_float(a.bits); }
inline unsigned short __half_as_ushort(__half a) { return a.bits; }
inline __half __ushort_as_half(unsigned short bits) { return {bits}; }

// Rounding the sum or difference of two halves to float first does not change the rounded half.
inline __half2 __hadd2(__half2 a, __half2 b) {
  return __floats2half2_rn(__half2float(a.x) + __half2float(b.x), __half2float(a.y) + __half2float(b.y));
}
inline __half2 __hsub2(__half2 a, __half2 b) {
  return __floats2half2_rn(__half2float(a.x) - __half2float(b.x), __half2float(a.y) - __half2float(b.y));
}
inline __half2 __hsub2_sat(__half2 a, __half2 b) {
  return __floats2half2_rn(saturate(__half2float(a.x) - __half2float(b.x)),
                           saturate(__half2float(a.y) - __half2float(b.y)));
}
// NOLINTEND(bugprone-reserved-identifier)

}  // namespace subset
}  // namespace rungs::simulator

using namespace rungs::simulator::subset;  // NOLINT(google-build-using-namespace): CUDA's names are global
