// The size of a problem: two sides, as every case here works on a plane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace rungs {

/// Width and height in elements (pixels, matrix columns and rows). Legal sides: 1 to `largest_side`.
struct Size {
  unsigned width = 1;
  unsigned height = 1;

  /// Elements in the plane. The largest legal size is 2^60, so the bytes of any element type fit in 64 bits.
  [[nodiscard]] std::size_t area() const { return std::size_t{width} * height; }
  bool operator==(const Size&) const = default;
};

/// The longest side that the command line takes: 2^30.
inline constexpr unsigned largest_side = 1U << 30U;

/// "1920x1080", as in the CSV and on the command line.
[[nodiscard]] inline std::string to_string(Size size) {
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

}  // namespace rungs
