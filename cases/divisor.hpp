// Division by a number that the host knows before the launch: the upper half of a product, and a shift.
#pragma once

#include <bit>
#include <rungs/device.hpp>

namespace division::inline RUNGS_BACKEND {

/// A divisor d >= 1 with the multiplier m = ceil(2^(31 + shift) / d), where 2^shift is the smallest power of
/// two that is at least d. m fits in 32 bits, and m * d exceeds 2^(31 + shift) by less than d <= 2^shift. So
/// for n < 2^31 the product n * m / 2^(31 + shift) exceeds n / d by less than 1 / d: rounded down, both are
/// equal.
struct Divisor {
  unsigned value;
  unsigned multiplier;
  unsigned shift;
};

/// The divisor `value`, from 1 to 2^31.
inline Divisor by(unsigned value) {
  const auto shift = static_cast<unsigned>(std::bit_width(value - 1));
  const std::uint64_t power = std::uint64_t{1} << (31 + shift);
  return {value, static_cast<unsigned>((power + value - 1) / value), shift};
}

/// n / d and n % d for n < 2^31.
__device__ __forceinline__ unsigned quotient(unsigned n, const Divisor& d) {
  return __umulhi(2 * n, d.multiplier) >> d.shift;
}
__device__ __forceinline__ unsigned remainder(unsigned n, const Divisor& d) { return n - quotient(n, d) * d.value; }

}  // namespace division::inline RUNGS_BACKEND
