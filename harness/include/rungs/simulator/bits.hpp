// Intrinsics on one word: bit counts, shifts, byte permutation, high halves, reinterpretation; and CUDA's global min
// and max, which also accept two different integer types.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

namespace rungs::simulator::subset {

inline int __popc(unsigned x) { return std::popcount(x); }
inline int __popcll(unsigned long long x) { return std::popcount(x); }
inline int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return std::countl_zero(static_cast<unsigned long long>(x)); }
/// Returns 1 for bit 0; 0 if no bit is set.
inline int __ffs(int x) { return x == 0 ? 0 : std::countr_zero(static_cast<unsigned>(x)) + 1; }
inline int __ffsll(long long x) { return x == 0 ? 0 : std::countr_zero(static_cast<unsigned long long>(x)) + 1; }

inline unsigned long long __brevll(unsigned long long x) {
  unsigned long long reversed = 0;
  for (int bit = 0; bit < 64; ++bit) reversed |= (x >> bit & 1U) << (63 - bit);
  return reversed;
}
inline unsigned __brev(unsigned x) { return static_cast<unsigned>(__brevll(x) >> 32); }

// Middle, high or low word of hi:lo, shifted. l and r take the shift modulo 32, lc and rc clamp it to 32.
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t{hi} << 32 | lo) << (shift & 31U) >> 32);
}
inline unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t{hi} << 32 | lo) >> (shift & 31U));
}
inline unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}

/// Each selector nibble picks one of the eight bytes of y:x; its top bit replicates the sign of that byte, as in prmt.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const std::uint64_t bytes = std::uint64_t{y} << 32 | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned nibble = selector >> (4 * i) & 15U;
    auto byte = static_cast<unsigned>(bytes >> (8 * (nibble & 7U))) & 255U;
    if ((nibble & 8U) != 0) byte = (byte & 128U) != 0 ? 255U : 0U;
    result |= byte << (8 * i);
  }
  return result;
}

inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>(std::uint64_t{a} * b >> 32); }
inline int __mulhi(int a, int b) { return static_cast<int>(std::int64_t{a} * b >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<unsigned long long>(Wide{a} * b >> 64);
}
inline long long __mul64hi(long long a, long long b) {
  __extension__ using Wide = __int128;
  return static_cast<long long>(Wide{a} * b >> 64);
}
/// Low word of the product of the low 24 bits of both.
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xFFFFFFU) * (b & 0xFFFFFFU); }
inline int __mul24(int a, int b) {
  const auto low = [](int x) { return std::int64_t{static_cast<int>(static_cast<unsigned>(x) << 8) >> 8}; };
  return static_cast<int>(static_cast<unsigned>(low(a) * low(b)));
}
/// |a - b| + c.
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
inline unsigned __sad(int a, int b, unsigned c) { return static_cast<unsigned>(std::abs(std::int64_t{a} - b)) + c; }
/// The n-th set bit of the mask from bit `base` on, or downwards with n < 0; all bits set if there is none.
inline unsigned __fns(unsigned mask, unsigned base, int n) {
  const int step = n < 0 ? -1 : 1;
  if (n == 0) return (mask >> base & 1U) != 0 ? base : 0xFFFFFFFF;
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step) {
    if ((mask >> bit & 1U) != 0) n -= step;
    if (n == 0) return static_cast<unsigned>(bit);
  }
  return 0xFFFFFFFF;
}
/// Averages, rounded down (h) or up (rh), without overflow.
inline int __hadd(int a, int b) { return static_cast<int>((std::int64_t{a} + b) >> 1); }
inline int __rhadd(int a, int b) { return static_cast<int>((std::int64_t{a} + b + 1) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) { return static_cast<unsigned>((std::uint64_t{a} + b) >> 1); }
inline unsigned __urhadd(unsigned a, unsigned b) { return static_cast<unsigned>((std::uint64_t{a} + b + 1) >> 1); }

inline unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
inline float __uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
inline int __float_as_int(float x) { return std::bit_cast<int>(x); }
inline float __int_as_float(int x) { return std::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return std::bit_cast<double>(x); }

template <class A, class B>
concept BothOfAKind = (std::is_integral_v<A> && std::is_integral_v<B>) ||
                      (std::is_floating_point_v<A> && std::is_floating_point_v<B>);

/// Mixed signs are compared as unsigned, as in CUDA. For a number and a NaN, returns the number.
template <class A, class B>
requires BothOfAKind<A, B>
constexpr auto min(A a, B b) {
  using Common = decltype(a + b);
  if constexpr (std::is_floating_point_v<Common>) return std::fmin(Common{a}, Common{b});
  else return std::min(static_cast<Common>(a), static_cast<Common>(b));
}
template <class A, class B>
requires BothOfAKind<A, B>
constexpr auto max(A a, B b) {
  using Common = decltype(a + b);
  if constexpr (std::is_floating_point_v<Common>) return std::fmax(Common{a}, Common{b});
  else return std::max(static_cast<Common>(a), static_cast<Common>(b));
}

#define RUNGS_MIN_MAX(prefix, T)                              \
  constexpr T prefix##min(T a, T b) { return b < a ? b : a; } \
  constexpr T prefix##max(T a, T b) { return a < b ? b : a; }
RUNGS_MIN_MAX(u, unsigned)
RUNGS_MIN_MAX(ll, long long)
RUNGS_MIN_MAX(ull, unsigned long long)
#undef RUNGS_MIN_MAX

}  // namespace rungs::simulator::subset
