// The functions of cuda_fp16.h and cuda_bf16.h: one implementation for both formats. A result is the exact one, rounded
// once, to nearest even unless its name says otherwise; what a GPU approximates is computed in double.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <rungs/core/numbers.hpp>
#include <rungs/simulator/atomics.hpp>
#include <rungs/simulator/float_math.hpp>
#include <rungs/simulator/short_float.hpp>
#include <rungs/simulator/vector_types.hpp>
#include <rungs/simulator/warp.hpp>
#include <type_traits>

namespace rungs::simulator {

/// a * b + c, to be rounded once more. The product of two 16-bit floats is exact in double.
inline long double fused(float a, float b, float c) {
  const double product = double{a} * b;
  const double sum = product + c;
  const double part = sum - product;
  const double rest = (product - (sum - part)) + (c - part);
  if (rest == 0 || !std::isfinite(sum) || (std::bit_cast<std::uint64_t>(sum) & 1U) != 0) return sum;
  return std::nextafter(sum, rest > 0 ? HUGE_VAL : -HUGE_VAL);
}

namespace subset {

// NOLINTBEGIN(bugprone-reserved-identifier): CUDA's names
using __half = ShortFloat<rungs::half>;
using __half2 = ShortPair<__half>;
using __nv_bfloat16 = ShortFloat<rungs::bfloat16>;
using __nv_bfloat162 = ShortPair<__nv_bfloat16>;
using half = __half;
using half2 = __half2;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

// Each macro makes a function of CUDA, and the one for two lanes, from an expression of floats.
#define RUNGS_SHORT_FUNCTION(name, pair_name, lanes, expression)                     \
  template <class S> ShortFloat<S> name(RUNGS_SHORT_##lanes(ShortFloat<S>, _of)) {   \
    RUNGS_SHORT_FLOATS_##lanes;                                                      \
    return ShortFloat<S>(expression);                                                \
  }                                                                                  \
  template <class L> ShortPair<L> pair_name(RUNGS_SHORT_##lanes(ShortPair<L>, )) {   \
    return {name(RUNGS_SHORT_LANES_##lanes(x)), name(RUNGS_SHORT_LANES_##lanes(y))}; \
  }
#define RUNGS_SHORT_1(T, tail) T a##tail
#define RUNGS_SHORT_2(T, tail) T a##tail, std::type_identity_t<T> b##tail
#define RUNGS_SHORT_3(T, tail) T a##tail, std::type_identity_t<T> b##tail, std::type_identity_t<T> c##tail
#define RUNGS_SHORT_FLOATS_1 const float a = a_of
#define RUNGS_SHORT_FLOATS_2 const float a = a_of, b = b_of
#define RUNGS_SHORT_FLOATS_3 const float a = a_of, b = b_of, c = c_of
#define RUNGS_SHORT_LANES_1(lane) a.lane
#define RUNGS_SHORT_LANES_2(lane) a.lane, b.lane
#define RUNGS_SHORT_LANES_3(lane) a.lane, b.lane, c.lane
#define RUNGS_SHORT(lanes, name, tail, expression) \
  RUNGS_SHORT_FUNCTION(__h##name##tail, __h##name##2##tail, lanes, expression)
#define RUNGS_SHORT_MATH(name, expression) RUNGS_SHORT_FUNCTION(h##name, h2##name, 1, expression)
#define RUNGS_SHORT_ARITHMETIC(name, sign) \
  RUNGS_SHORT(2, name, , a sign b)         \
  RUNGS_SHORT(2, name, _rn, a sign b)      \
  RUNGS_SHORT(2, name, _sat, __saturatef(a sign b))

RUNGS_SHORT_ARITHMETIC(add, +)
RUNGS_SHORT_ARITHMETIC(sub, -)
RUNGS_SHORT_ARITHMETIC(mul, *)
RUNGS_SHORT_FUNCTION(__hdiv, __h2div, 2, a / b)
RUNGS_SHORT(3, fma, , fused(a, b, c))
RUNGS_SHORT(3, fma, _sat, __saturatef(to_odd(fused(a, b, c))))
RUNGS_SHORT(3, fma, _relu, fused(a, b, c) < 0 ? 0.0L : fused(a, b, c))
RUNGS_SHORT(1, neg, , -a)
RUNGS_SHORT(1, abs, , std::fabs(a))
RUNGS_SHORT(2, max, , std::fmax(a, b))
RUNGS_SHORT(2, min, , std::fmin(a, b))
RUNGS_SHORT(2, max, _nan, std::isnan(a) || std::isnan(b) ? NAN : std::fmax(a, b))
RUNGS_SHORT(2, min, _nan, std::isnan(a) || std::isnan(b) ? NAN : std::fmin(a, b))
RUNGS_SHORT_MATH(sqrt, std::sqrt(double{a}))
RUNGS_SHORT_MATH(rsqrt, 1 / std::sqrt(double{a}))
RUNGS_SHORT_MATH(rcp, 1 / double{a})
RUNGS_SHORT_MATH(exp, std::exp(double{a}))
RUNGS_SHORT_MATH(exp2, std::exp2(double{a}))
RUNGS_SHORT_MATH(exp10, std::pow(10.0, double{a}))
RUNGS_SHORT_MATH(log, std::log(double{a}))
RUNGS_SHORT_MATH(log2, std::log2(double{a}))
RUNGS_SHORT_MATH(log10, std::log10(double{a}))
RUNGS_SHORT_MATH(sin, std::sin(double{a}))
RUNGS_SHORT_MATH(cos, std::cos(double{a}))
RUNGS_SHORT_MATH(tanh, std::tanh(double{a}))
RUNGS_SHORT_MATH(ceil, std::ceil(a))
RUNGS_SHORT_MATH(floor, std::floor(a))
RUNGS_SHORT_MATH(trunc, std::trunc(a))
RUNGS_SHORT_MATH(rint, std::nearbyint(a))

// Comparisons: false with a NaN; those with a u are true.
#define RUNGS_SHORT_COMPARISON_OF(name, condition)                                                  \
  template <class S> bool __h##name(ShortFloat<S> a_of, std::type_identity_t<ShortFloat<S>> b_of) { \
    const float a = a_of, b = b_of;                                                                 \
    return condition;                                                                               \
  }                                                                                                 \
  template <class L> ShortPair<L> __h##name##2(ShortPair<L> a, ShortPair<L> b) {                    \
    return {L(__h##name(a.x, b.x) ? 1 : 0), L(__h##name(a.y, b.y) ? 1 : 0)};                        \
  }                                                                                                 \
  template <class L> unsigned __h##name##2_mask(ShortPair<L> a, ShortPair<L> b) {                   \
    return (__h##name(a.x, b.x) ? 0xFFFFU : 0) | (__h##name(a.y, b.y) ? 0xFFFF0000U : 0);           \
  }                                                                                                 \
  template <class L> bool __hb##name##2(ShortPair<L> a, ShortPair<L> b) {                           \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                              \
  }
#define RUNGS_SHORT_COMPARISON(name, sign)                             \
  RUNGS_SHORT_COMPARISON_OF(name, !std::isunordered(a, b) && a sign b) \
  RUNGS_SHORT_COMPARISON_OF(name##u, std::isunordered(a, b) || a sign b)

RUNGS_SHORT_COMPARISON(eq, ==)
RUNGS_SHORT_COMPARISON(ne, !=)
RUNGS_SHORT_COMPARISON(lt, <)
RUNGS_SHORT_COMPARISON(le, <=)
RUNGS_SHORT_COMPARISON(gt, >)
RUNGS_SHORT_COMPARISON(ge, >=)

// Conversions, in CUDA's words for a scalar and a pair of a format.
#define RUNGS_SHORT_TO(suffix, mode, S, T, word, Integer)                                    \
  inline Integer __##S##2##word##suffix(T a) { return to_integer<Integer>(value(a), mode); } \
  inline T __##word##2##S##suffix(Integer a) { return T::rounded(a, mode); }
#define RUNGS_SHORT_FROM_FLOAT(suffix, mode, S, T) \
  inline T __float2##S##suffix(float a) { return T::rounded(a, mode); }
#define RUNGS_SHORT_CONVERSIONS(S, P, T)                                                        \
  RUNGS_ALL_MODES(RUNGS_SHORT_FROM_FLOAT, S, T)                                                 \
  RUNGS_ALL_MODES(RUNGS_SHORT_TO, S, T, int, int)                                               \
  RUNGS_ALL_MODES(RUNGS_SHORT_TO, S, T, uint, unsigned)                                         \
  RUNGS_ALL_MODES(RUNGS_SHORT_TO, S, T, short, short)                                           \
  RUNGS_ALL_MODES(RUNGS_SHORT_TO, S, T, ushort, unsigned short)                                 \
  RUNGS_ALL_MODES(RUNGS_SHORT_TO, S, T, ll, long long)                                          \
  RUNGS_ALL_MODES(RUNGS_SHORT_TO, S, T, ull, unsigned long long)                                \
  inline T __float2##S(float a) { return a; }                                                   \
  inline T __double2##S(double a) { return a; }                                                 \
  inline float __##S##2float(T a) { return a; }                                                 \
  inline unsigned short __##S##_as_ushort(T a) { return a.bits; }                               \
  inline short __##S##_as_short(T a) { return static_cast<short>(a.bits); }                     \
  inline T __ushort_as_##S(unsigned short bits) { return T::of_bits(bits); }                    \
  inline T __short_as_##S(short bits) { return T::of_bits(static_cast<unsigned short>(bits)); } \
  inline ShortPair<T> __float2##P##_rn(float a) { return {a, a}; }                              \
  inline ShortPair<T> __floats2##P##_rn(float a, float b) { return {a, b}; }                    \
  inline ShortPair<T> __float22##P##_rn(float2 a) { return {a.x, a.y}; }                        \
  inline float2 __##P##2float2(ShortPair<T> a) { return {a.x, a.y}; }                           \
  inline ShortPair<T> __##S##2##P(T a) { return {a, a}; }                                       \
  inline ShortPair<T> __halves2##P(T a, T b) { return {a, b}; }                                 \
  inline ShortPair<T> make_##P(T a, T b) { return {a, b}; }                                     \
  inline T __low2##S(ShortPair<T> a) { return a.x; }                                            \
  inline T __high2##S(ShortPair<T> a) { return a.y; }                                           \
  inline ShortPair<T> __low2##P(ShortPair<T> a) { return {a.x, a.x}; }                          \
  inline ShortPair<T> __high2##P(ShortPair<T> a) { return {a.y, a.y}; }                         \
  inline ShortPair<T> __lows2##P(ShortPair<T> a, ShortPair<T> b) { return {a.x, b.x}; }         \
  inline ShortPair<T> __highs2##P(ShortPair<T> a, ShortPair<T> b) { return {a.y, b.y}; }        \
  inline float __low2float(ShortPair<T> a) { return a.x; }                                      \
  inline float __high2float(ShortPair<T> a) { return a.y; }                                     \
  inline ShortPair<T> __lowhigh2highlow(ShortPair<T> a) { return {a.y, a.x}; }                  \
  inline bool __hisnan(T a) { return std::isnan(value(a)); }                                    \
  inline int __hisinf(T a) { return std::isinf(value(a)) ? (value(a) > 0 ? 1 : -1) : 0; }
RUNGS_SHORT_CONVERSIONS(half, half2, __half)
RUNGS_SHORT_CONVERSIONS(bfloat16, bfloat162, __nv_bfloat16)

#define RUNGS_SHORT_SHUFFLE(name, Lanes)                                                                        \
  template <class T>                                                                                            \
  requires(is_short<T>) T name(unsigned mask, T value, Lanes lanes, int width = 32, Site site = Site::here()) { \
    return from_bits<T>(                                                                                        \
        static_cast<std::uint64_t>(name(mask, static_cast<unsigned>(to_bits(value)), lanes, width, site)));     \
  }
template <class T> inline constexpr bool is_short = false;
template <class Stored> inline constexpr bool is_short<ShortFloat<Stored>> = true;
template <class Lane> inline constexpr bool is_short<ShortPair<Lane>> = true;
RUNGS_SHORT_SHUFFLE(__shfl_sync, int)
RUNGS_SHORT_SHUFFLE(__shfl_up_sync, unsigned)
RUNGS_SHORT_SHUFFLE(__shfl_down_sync, unsigned)
RUNGS_SHORT_SHUFFLE(__shfl_xor_sync, int)

template <class T>
requires(is_short<T>) T atomicAdd(T* address, std::type_identity_t<T> operand) {
  return atomic_change(address, [operand](T old) { return old + operand; });
}
// NOLINTEND(bugprone-reserved-identifier)

}  // namespace subset
}  // namespace rungs::simulator

using namespace rungs::simulator::subset;  // NOLINT(google-build-using-namespace): CUDA's names are global
