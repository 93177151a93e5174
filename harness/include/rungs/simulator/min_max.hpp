// CUDA's global min and max, which also accept two different integer types.
#pragma once

#include <cmath>
#include <type_traits>

namespace rungs::simulator::subset {

/// Mixed signs are compared as unsigned, as in CUDA.
template <class A, class B>
requires(std::is_integral_v<A>&& std::is_integral_v<B>) constexpr auto min(A a, B b) {
  using Common = decltype(a + b);
  return static_cast<Common>(a) < static_cast<Common>(b) ? static_cast<Common>(a) : static_cast<Common>(b);
}
template <class A, class B>
requires(std::is_integral_v<A>&& std::is_integral_v<B>) constexpr auto max(A a, B b) {
  using Common = decltype(a + b);
  return static_cast<Common>(a) > static_cast<Common>(b) ? static_cast<Common>(a) : static_cast<Common>(b);
}

/// For a number and a NaN, returns the number.
template <class A, class B>
requires(std::is_floating_point_v<A>&& std::is_floating_point_v<B>) auto min(A a, B b) {
  using Common = decltype(a + b);
  return std::fmin(static_cast<Common>(a), static_cast<Common>(b));
}
template <class A, class B>
requires(std::is_floating_point_v<A>&& std::is_floating_point_v<B>) auto max(A a, B b) {
  using Common = decltype(a + b);
  return std::fmax(static_cast<Common>(a), static_cast<Common>(b));
}

#define RUNGS_MIN_MAX(prefix, T)                              \
  constexpr T prefix##min(T a, T b) { return b < a ? b : a; } \
  constexpr T prefix##max(T a, T b) { return a < b ? b : a; }
RUNGS_MIN_MAX(u, unsigned)
RUNGS_MIN_MAX(ll, long long)
RUNGS_MIN_MAX(ull, unsigned long long)
#undef RUNGS_MIN_MAX

}  // namespace rungs::simulator::subset
