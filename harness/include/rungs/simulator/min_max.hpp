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

}  // namespace rungs::simulator::subset
