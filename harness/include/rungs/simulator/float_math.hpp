// Floating-point intrinsics. Rounding is to nearest even, as on the host. Intrinsics that are approximate on
// a GPU are exact here.
#pragma once

#include <algorithm>
#include <cmath>

namespace rungs::simulator::subset {

inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __frcp_rn(float a) { return 1.0F / a; }
inline float __fsqrt_rn(float a) { return std::sqrt(a); }
inline float __frsqrt_rn(float a) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(a))); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }

inline float __fdividef(float a, float b) { return a / b; }
inline float rsqrtf(float a) { return 1.0F / std::sqrt(a); }
inline double rsqrt(double a) { return 1.0 / std::sqrt(a); }
/// Clamps to [0, 1]; NaN becomes 0.
inline float __saturatef(float a) { return a > 0.0F ? std::min(a, 1.0F) : 0.0F; }

inline float __expf(float a) { return std::exp(a); }
inline float __logf(float a) { return std::log(a); }
inline float __log2f(float a) { return std::log2(a); }
inline float __powf(float a, float b) { return std::pow(a, b); }
inline float __sinf(float a) { return std::sin(a); }
inline float __cosf(float a) { return std::cos(a); }

// Conversions: values outside the target's range saturate, NaN becomes 0.
inline int __float2int_rz(float a) {
  if (std::isnan(a)) return 0;
  if (a >= 2147483648.0F) return 2147483647;
  return a <= -2147483648.0F ? -2147483647 - 1 : static_cast<int>(a);
}
inline int __float2int_rn(float a) { return __float2int_rz(std::nearbyint(a)); }
inline int __float2int_rd(float a) { return __float2int_rz(std::floor(a)); }
inline int __float2int_ru(float a) { return __float2int_rz(std::ceil(a)); }
inline unsigned __float2uint_rz(float a) {
  if (!(a > 0.0F)) return 0;
  return a >= 4294967296.0F ? 4294967295U : static_cast<unsigned>(a);
}
inline unsigned __float2uint_rn(float a) { return __float2uint_rz(std::nearbyint(a)); }
inline unsigned __float2uint_rd(float a) { return __float2uint_rz(std::floor(a)); }
inline unsigned __float2uint_ru(float a) { return __float2uint_rz(std::ceil(a)); }
inline float __int2float_rn(int a) { return static_cast<float>(a); }
inline float __uint2float_rn(unsigned a) { return static_cast<float>(a); }

}  // namespace rungs::simulator::subset
