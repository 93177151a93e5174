// Half precision: conversions from and to float; sums and differences of two lanes at once.
#pragma once

#include <cmath>
#include <cstdint>
#include <rungs/core/numbers.hpp>

namespace rungs::simulator {

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

inline __half __float2half_rn(float a) {
  return {std::isnan(a) ? std::uint16_t{0x7FFF} : rungs::half(a).bits};
}
inline __half __float2half(float a) { return __float2half_rn(a); }
inline __half2 __floats2half2_rn(float a, float b) { return {__float2half_rn(a), __float2half_rn(b)}; }
inline float __half2float(__half a) {
  rungs::half same;
  same.bits = a.bits;
  return static_cast<float>(same);
}
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
