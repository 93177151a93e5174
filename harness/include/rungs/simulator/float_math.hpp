// Floating-point intrinsics and functions of CUDA's that the C library lacks. What is approximate on a GPU is
// as exact as the host's functions here.
#pragma once

#include <math.h>  // NOLINT(modernize-deprecated-headers): its names in the global namespace, as nvcc has them
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
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

// Arithmetic in the four rounding modes: __fadd_rn, __fadd_rz, ...
#define RUNGS_ROUNDED_1(suffix, mode, name, T, expression) \
  inline T name##suffix(T a) {                             \
    return in_mode(                                        \
        mode, [](T x) { return T(expression); }, a);       \
  }
#define RUNGS_ROUNDED_2(suffix, mode, name, T, sign)       \
  inline T name##suffix(T a, T b) {                        \
    return in_mode(                                        \
        mode, [](T x, T y) { return T(x sign y); }, a, b); \
  }
#define RUNGS_ROUNDED_3(suffix, mode, name, T)                           \
  inline T name##suffix(T a, T b, T c) {                                 \
    return in_mode(                                                      \
        mode, [](T x, T y, T z) { return std::fma(x, y, z); }, a, b, c); \
  }
#define RUNGS_ROUNDED(letter, fma, T)                                 \
  RUNGS_ALL_MODES(RUNGS_ROUNDED_2, __##letter##add, T, +)             \
  RUNGS_ALL_MODES(RUNGS_ROUNDED_2, __##letter##sub, T, -)             \
  RUNGS_ALL_MODES(RUNGS_ROUNDED_2, __##letter##mul, T, *)             \
  RUNGS_ALL_MODES(RUNGS_ROUNDED_2, __##letter##div, T, /)             \
  RUNGS_ALL_MODES(RUNGS_ROUNDED_1, __##letter##rcp, T, 1 / x)         \
  RUNGS_ALL_MODES(RUNGS_ROUNDED_1, __##letter##sqrt, T, std::sqrt(x)) \
  RUNGS_ALL_MODES(RUNGS_ROUNDED_3, fma, T)
RUNGS_ROUNDED(f, __fmaf, float)
RUNGS_ROUNDED(d, __fma, double)
inline float __frsqrt_rn(float a) { return static_cast<float>(1.0 / std::sqrt(double{a})); }

// Conversions in the four modes: __float2int_rz, __int2float_rn, ...
#define RUNGS_TO_INTEGER(suffix, mode, from, From, to, To) \
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
#define RUNGS_FLOAT_TO(suffix, mode, to, To, from, From) RUNGS_TO_INTEGER(suffix, mode, from, From, to, To)
RUNGS_CONVERSIONS(RUNGS_FLOAT_TO, float, float)
RUNGS_CONVERSIONS(RUNGS_FLOAT_TO, double, double)
RUNGS_CONVERSIONS(RUNGS_TO_FLOAT, float, float)
RUNGS_CONVERSIONS(RUNGS_TO_FLOAT, double, double)
RUNGS_ALL_MODES(RUNGS_TO_FLOAT, double, double, float, float)

#undef RUNGS_ROUNDED_1
#undef RUNGS_ROUNDED_2
#undef RUNGS_ROUNDED_3
#undef RUNGS_ROUNDED
#undef RUNGS_TO_INTEGER
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

// Templates, which give way to the C library's where a newer one has the function.
template <class = void> double rsqrt(double a) { return 1.0 / std::sqrt(a); }
template <class = void> float rsqrtf(float a) { return static_cast<float>(1.0 / std::sqrt(double{a})); }

}  // namespace rungs::simulator::subset
