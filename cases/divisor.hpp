// Division by a number that the host knows before the launch: a product, its upper half, a shift.
#pragma once

#include <bit>
#include <cstdint>

#include "harness/device.hpp"

namespace division {

/// A divisor d >= 1 with the multiplier m = ceil(2^(31 + shift) / d), where 2^shift is the least power of two
/// that is not below d. m fits in 32 bits, and m * d exceeds 2^(31 + shift) by less than d <= 2^shift. So for
/// n < 2^31 the product n * m / 2^(31 + shift) exceeds n / d by less than 1 / d: rounded down, both are
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

// Static, since the CUDA and the simulator build of one source meet in one program.

/// n / d and n % d for n < 2^31.
static __device__ __forceinline__ unsigned quotient(unsigned n, const Divisor& d) {
  return __umulhi(2 * n, d.multiplier) >> d.shift;
}
static __device__ __forceinline__ unsigned remainder(unsigned n, const Divisor& d) {
  return n - quotient(n, d) * d.value;
}

}  // namespace division
