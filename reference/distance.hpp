// Bounded squared distance to the nearest white pixel, exact.
#pragma once

#include <cstdint>
#include <span>

namespace reference {

/// The largest supported distance: its square is the largest one in 16 bits.
inline constexpr unsigned largest_distance_max = 255;

/// out(p) = min(distance_max^2, min over white q of |p - q|^2). `image` is width x height, row-major, and
/// white wherever it is not zero; `out` has the same shape. `distance_max` is 1 to largest_distance_max. Uses
/// two separable passes (A. Meijster, J. Roerdink, W. Hesselink, "A general algorithm for computing distance
/// transforms in linear time", 2000); the second one tries all rows in reach instead of using envelopes. At
/// most `threads` threads, 0 for one per core; the result does not depend on it.
void bounded_distance(std::span<const std::uint8_t> image, unsigned width, unsigned height, unsigned distance_max,
                      std::span<std::uint32_t> out, unsigned threads = 0);

/// z(p) = table[out(p)], with `out` as above; `table` has distance_max^2 + 1 values.
void distance_profile(std::span<const std::uint8_t> image, unsigned width, unsigned height, unsigned distance_max,
                      std::span<const float> table, std::span<float> z, unsigned threads = 0);

}  // namespace reference
