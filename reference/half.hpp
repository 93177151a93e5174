// Half precision (IEEE binary16), as its 16 bits.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace reference {

/// The largest finite half, and the smallest magnitude that rounds to infinity.
inline constexpr double largest_half = 65504;
inline constexpr double half_overflow = 65520;

/// The value of a half; every half is a float.
[[nodiscard]] constexpr float half_value(std::uint16_t bits) {
  const std::uint32_t exponent_and_fraction = bits & 0x7FFFU;
  const bool finite = exponent_and_fraction < 0x7C00U;
  // Shifted to a float's position, the exponent lacks the difference of the biases: exact, for subnormals
  // too.
  const float magnitude = finite ? std::bit_cast<float>(exponent_and_fraction << 13U) * 0x1p112F
                          : exponent_and_fraction == 0x7C00U ? std::numeric_limits<float>::infinity()
                                                             : std::numeric_limits<float>::quiet_NaN();
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

}  // namespace reference
