// The size of a problem: one to three sides, named by its case.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace rungs {

/// Width and height in elements (pixels, matrix columns and rows), for cases that work on a plane: their
/// Problem derives from it. A side is 1 to `largest_side`.
struct Size {
  unsigned width = 1;
  unsigned height = 1;

  /// Elements in the plane. The largest size is 2^60, so the bytes of any element type fit in 64 bits.
  [[nodiscard]] std::size_t area() const { return std::size_t{width} * height; }
  bool operator==(const Size&) const = default;
};

/// Largest side on the command line: 2^30.
inline constexpr unsigned largest_side = 1U << 30U;

/// The largest product of all sides: 2^60.
inline constexpr std::uint64_t largest_volume = std::uint64_t{1} << 60U;

/// The sides of any problem, in the order of its case.
class Extents {
 public:
  static constexpr std::size_t most = 3;

  constexpr Extents() = default;
  /// One, two or three sides.
  constexpr Extents(unsigned a) : sides_{a, 1, 1}, count_(1) {}  // NOLINT(google-explicit-constructor)
  constexpr Extents(unsigned a, unsigned b) : sides_{a, b, 1}, count_(2) {}
  constexpr Extents(unsigned a, unsigned b, unsigned c) : sides_{a, b, c}, count_(3) {}
  constexpr Extents(Size size) : Extents(size.width, size.height) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] constexpr std::size_t count() const { return count_; }
  [[nodiscard]] constexpr unsigned operator[](std::size_t index) const { return sides_.at(index); }
  constexpr void push_back(unsigned side) { sides_.at(count_++) = side; }
  /// The product of all sides; 2^64 - 1 if it does not fit in 64 bits.
  [[nodiscard]] constexpr std::uint64_t volume() const {
    std::uint64_t product = 1;
    for (const unsigned side : sides_) {
      if (side != 0 && product > ~std::uint64_t{0} / side) return ~std::uint64_t{0};
      product *= side;
    }
    return product;
  }
  bool operator==(const Extents&) const = default;

 private:
  std::array<unsigned, most> sides_{1, 1, 1};
  std::size_t count_ = 0;
};

/// "1920x1080" or "4096x4096x512", as in the CSV and on the command line.
[[nodiscard]] inline std::string to_string(const Extents& size) {
  std::string text;
  for (std::size_t i = 0; i < size.count(); ++i) (i > 0 ? text += 'x' : text) += std::to_string(size[i]);
  return text;
}

/// One side of problem type `Problem`: its name on the command line, and its member.
template <class Problem> struct Dimension {
  using Member = unsigned Problem::*;

  std::string name;
  Member member;
};

}  // namespace rungs
