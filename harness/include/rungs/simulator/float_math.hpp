// Floating-point intrinsics and functions of CUDA's that the C library lacks. What is approximate on a GPU is
// as exact as the host's functions here.
#pragma once

#include <math.h>  // NOLINT(modernize-deprecated-headers): its names in the global namespace, as nvcc has them
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <rungs/simulator/rounding.hpp>

// glibc declares functions with these names, and defines some of them.
#define __expf rungs_expf
#define __exp10f rungs_exp10f
#define __logf rungs_logf
#define __log2f rungs_log2f
#define __log10f rungs_log10f
#define __powf rungs_powf
#define __sinf rungs_sinf
#define __cosf rungs_cosf
#define __tanf rungs_tanf
#define __tanhf rungs_tanhf
#define __sincosf rungs_sincosf

namespace rungs::simulator::subset {

// Parameters of a type; of none: arguments.
#define RUNGS_A(T) T a
#define RUNGS_A_B(T) T a, T b
#define RUNGS_A_B_C(T) T a, T b, T c
#define RUNGS_A_B_C_D(T) T a, T b, T c, T d

// Arithmetic in the four rounding modes: __fadd_rn, __fadd_rz, ...
#define RUNGS_IN_MODE(suffix, mode, name, T, parameters, operation) \
  inline T name##suffix(RUNGS_##parameters(T)) { return in_mode(mode, operation, RUNGS_##parameters()); }
#define RUNGS_ROUNDED(letter, fused, T)                                                    \
  RUNGS_ALL_MODES(RUNGS_IN_MODE, __##letter##add, T, A_B, std::plus<T>())                  \
  RUNGS_ALL_MODES(RUNGS_IN_MODE, __##letter##sub, T, A_B, std::minus<T>())                 \
  RUNGS_ALL_MODES(RUNGS_IN_MODE, __##letter##mul, T, A_B, std::multiplies<T>())            \
  RUNGS_ALL_MODES(RUNGS_IN_MODE, __##letter##div, T, A_B, std::divides<T>())               \
  RUNGS_ALL_MODES(RUNGS_IN_MODE, __##letter##rcp, T, A, [](T x) { return 1 / x; })         \
  RUNGS_ALL_MODES(RUNGS_IN_MODE, __##letter##sqrt, T, A, [](T x) { return std::sqrt(x); }) \
  RUNGS_ALL_MODES(RUNGS_IN_MODE, fused, T, A_B_C, [](T x, T y, T z) { return std::fma(x, y, z); })
RUNGS_ROUNDED(f, __fmaf, float)
RUNGS_ROUNDED(d, __fma, double)
inline float __frsqrt_rn(float a) { return static_cast<float>(1.0 / std::sqrt(double{a})); }

// Conversions in the four modes: __float2int_rz, __int2float_rn, ...
#define RUNGS_FLOAT_TO(suffix, mode, to, To, from, From) \
  inline To __##from##2##to##suffix(From a) { return to_integer<To>(a, mode); }
#define RUNGS_TO_FLOAT(suffix, mode, from, From, to, To)     \
  inline To __##from##2##to##suffix(From a) {                \
    return in_mode(                                          \
        mode, [](From x) { return static_cast<To>(x); }, a); \
  }
#define RUNGS_CONVERSIONS(macro, to, To)         \
  RUNGS_ALL_MODES(macro, int, int, to, To)       \
  RUNGS_ALL_MODES(macro, uint, unsigned, to, To) \
  RUNGS_ALL_MODES(macro, ll, long long, to, To)  \
  RUNGS_ALL_MODES(macro, ull, unsigned long long, to, To)
RUNGS_CONVERSIONS(RUNGS_FLOAT_TO, float, float)
RUNGS_CONVERSIONS(RUNGS_FLOAT_TO, double, double)
RUNGS_CONVERSIONS(RUNGS_TO_FLOAT, float, float)
RUNGS_CONVERSIONS(RUNGS_TO_FLOAT, double, double)
RUNGS_ALL_MODES(RUNGS_TO_FLOAT, double, double, float, float)

#undef RUNGS_IN_MODE
#undef RUNGS_ROUNDED
#undef RUNGS_TO_FLOAT
#undef RUNGS_FLOAT_TO
#undef RUNGS_CONVERSIONS

inline int __double2hiint(double a) { return static_cast<int>(std::bit_cast<std::uint64_t>(a) >> 32U); }
inline int __double2loint(double a) { return static_cast<int>(std::bit_cast<std::uint64_t>(a)); }
inline double __hiloint2double(int high, int low) {
  return std::bit_cast<double>(std::uint64_t{static_cast<unsigned>(high)} << 32U | static_cast<unsigned>(low));
}

/// Clamps to [0, 1]; NaN becomes 0.
inline float __saturatef(float a) { return a > 0.0F ? std::min(a, 1.0F) : 0.0F; }
inline float __fdividef(float a, float b) { return a / b; }
inline float fdividef(float a, float b) { return a / b; }
inline float __expf(float a) { return std::exp(a); }
inline float __exp10f(float a) { return static_cast<float>(std::pow(10.0, a)); }
inline float __logf(float a) { return std::log(a); }
inline float __log2f(float a) { return std::log2(a); }
inline float __log10f(float a) { return std::log10(a); }
inline float __powf(float a, float b) { return std::pow(a, b); }
inline float __sinf(float a) { return std::sin(a); }
inline float __cosf(float a) { return std::cos(a); }
inline float __tanf(float a) { return std::tan(a); }
inline float __tanhf(float a) { return std::tanh(a); }
inline void __sincosf(float a, float* sine, float* cosine) {
  *sine = std::sin(a);
  *cosine = std::cos(a);
}

// For float and double, from doubles a, b, c, d. Templates, which give way to the C library's where a newer
// one has the function.
#define RUNGS_FUNCTION(name, parameters, expression)                                     \
  template <class = void> double name(RUNGS_##parameters(double)) { return expression; } \
  template <class = void> float name##f(RUNGS_##parameters(float)) { return static_cast<float>(expression); }
RUNGS_FUNCTION(rsqrt, A, 1.0 / std::sqrt(double{a}))
RUNGS_FUNCTION(rcbrt, A, 1.0 / std::cbrt(double{a}))
RUNGS_FUNCTION(rhypot, A_B, 1.0 / std::hypot(double{a}, double{b}))
RUNGS_FUNCTION(norm3d, A_B_C, std::hypot(double{a}, double{b}, double{c}))
RUNGS_FUNCTION(rnorm3d, A_B_C, 1.0 / norm3d(a, b, c))
RUNGS_FUNCTION(norm4d, A_B_C_D, std::hypot(norm3d(a, b, c), double{d}))
RUNGS_FUNCTION(rnorm4d, A_B_C_D, 1.0 / norm4d(a, b, c, d))
// The remainder is exact, so multiples of a half are too.
RUNGS_FUNCTION(sinpi, A, std::fmod(a, 1.0) == 0 ? 0.0 * a : std::sin(M_PI * std::remainder(a, 2.0)))
RUNGS_FUNCTION(cospi, A,
               std::fmod(a, 1.0) != 0 && std::fmod(2.0 * a, 1.0) == 0 ? 0.0 : std::cos(M_PI * std::remainder(a, 2.0)))
RUNGS_FUNCTION(normcdf, A, 0.5 * std::erfc(-double{a} * M_SQRT1_2))
#undef RUNGS_FUNCTION
#undef RUNGS_A
#undef RUNGS_A_B
#undef RUNGS_A_B_C
#undef RUNGS_A_B_C_D
template <class T> void sincospi(T a, T* sine, T* cosine) {
  *sine = static_cast<T>(sinpi(a));
  *cosine = static_cast<T>(cospi(a));
}
inline void sincospif(float a, float* sine, float* cosine) { sincospi(a, sine, cosine); }

}  // namespace rungs::simulator::subset
