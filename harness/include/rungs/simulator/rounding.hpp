// Rounding other than to nearest even, and conversions to integers as CUDA defines them.
#pragma once

#include <cfenv>
#include <cmath>
#include <limits>
#include <type_traits>

namespace rungs::simulator {

/// Hides a value from the compiler, which computes with constants without regard to the rounding mode.
template <class T> T opaque(T value) {
  const volatile T hidden = value;
  return hidden;
}

/// operation(operands...), rounded as `mode` says: FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD or FE_UPWARD.
template <class Operation, class... Operands> inline auto in_mode(int mode, Operation operation, Operands... operands) {
  if (mode == FE_TONEAREST) return operation(operands...);
  std::fesetround(mode);
  const volatile auto result = operation(opaque(operands)...);
  std::fesetround(FE_TONEAREST);
  return static_cast<decltype(operation(operands...))>(result);
}

/// `value`, rounded to an integer in the mode. Values outside the range of To saturate; NaN becomes 0, or,
/// between 64 bits, the highest bit.
template <class To, class From> To to_integer(From value, int mode = FE_TOWARDZERO) {
  using Limits = std::numeric_limits<To>;
  if (std::isnan(value)) {
    return sizeof(From) == 8 || sizeof(To) == 8 ? static_cast<To>(1ULL << (8 * sizeof(To) - 1)) : To{0};
  }
  const From whole = mode == FE_TOWARDZERO ? std::trunc(value)
                     : mode == FE_DOWNWARD ? std::floor(value)
                     : mode == FE_UPWARD   ? std::ceil(value)
                                           : std::nearbyint(value);
  if (whole >= std::ldexp(From{1}, Limits::digits)) return Limits::max();
  return whole <= static_cast<From>(Limits::min()) ? Limits::min() : static_cast<To>(whole);
}

// One line for each of CUDA's suffixes: macro(suffix, mode, ...).
#define RUNGS_ALL_MODES(macro, ...)                                                                                 \
  macro(_rn, FE_TONEAREST, __VA_ARGS__) macro(_rz, FE_TOWARDZERO, __VA_ARGS__) macro(_rd, FE_DOWNWARD, __VA_ARGS__) \
      macro(_ru, FE_UPWARD, __VA_ARGS__)

}  // namespace rungs::simulator
