// The median of the square around each pixel. Pixels whose square is not inside the node's frame keep their
// value, as in the case median.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include "cases/pipeline/tree/node.hpp"

namespace pipeline {

template <class DataEdge> struct Median {
  static_assert(DataEdge::trait == Trait::data, "expected data as the edge of a Median");
  using Pixel = typename DataEdge::Pixel;
  static constexpr std::uint32_t largest_radius = 3;

  Frame frame;
  std::tuple<DataEdge> children;
  std::uint32_t radius = 1;  ///< 1 to largest_radius

  [[nodiscard]] std::uint32_t halo(Trait) const { return radius; }

  void fill(const Plane<Pixel>& out, const Plane<const Pixel>& plane) const {
    const auto& place = std::get<0>(children);
    for_rows(out, [&](std::int32_t y, Pixel* to) {
      const Pixel* const from = plane.at(out.window.x - place.x, y - place.y);
      if (!inside(y, frame.height)) {
        std::copy_n(from, out.window.width, to);
      } else if (radius == 1) {
        medians_of_nine(from, plane.pitch, out.window.width, to);
      } else {
        medians(from, plane.pitch, out.window.width, to);
      }
      keep_ends(out.window, from, to);
    });
  }

 private:
  /// True if the square around a pixel at this place does not cross the frame's sides.
  [[nodiscard]] bool inside(std::int64_t place, std::uint32_t side) const {
    return place >= radius && place + radius < side;
  }

  /// The first and the last columns of the frame keep their values.
  void keep_ends(Window window, const Pixel* from, Pixel* to) const {
    for (std::int64_t x = window.x; x < std::min<std::int64_t>(radius, window.right()); ++x) {
      to[x - window.x] = from[x - window.x];
    }
    const std::int64_t last = std::int64_t{frame.width} - radius;
    for (std::int64_t x = std::max<std::int64_t>(last, window.x); x < window.right(); ++x) {
      to[x - window.x] = from[x - window.x];
    }
  }

  /// The median of the largest minimum, the median middle value and the smallest maximum of three sorted
  /// columns; see cases/median/gpu/3x3_sorted_columns.cu. A strip's columns are sorted before its windows.
  static void medians_of_nine(const Pixel* from, std::size_t pitch, std::uint32_t count, Pixel* to) {
    constexpr std::uint32_t strip = 512;
    std::array<Pixel, strip + 2> low;
    std::array<Pixel, strip + 2> middle;
    std::array<Pixel, strip + 2> high;
    for (std::uint32_t first = 0; first < count; first += strip) {
      const std::uint32_t columns = std::min(strip, count - first);
      const Pixel* const row = from + first - 1;
      for (std::uint32_t i = 0; i < columns + 2; ++i) {
        const Pixel a = row[i - pitch];
        const Pixel b = row[i];
        const Pixel c = row[i + pitch];
        const Pixel smaller = std::min(a, b);
        const Pixel larger = std::max(a, b);
        low[i] = std::min(smaller, c);
        middle[i] = std::max(smaller, std::min(larger, c));
        high[i] = std::max(larger, c);
      }
      for (std::uint32_t i = 0; i < columns; ++i) {
        const Pixel a = std::max({low[i], low[i + 1], low[i + 2]});
        const Pixel b = middle_of(middle[i], middle[i + 1], middle[i + 2]);
        const Pixel c = std::min({high[i], high[i + 1], high[i + 2]});
        to[first + i] = middle_of(a, b, c);
      }
    }
  }

  static Pixel middle_of(Pixel a, Pixel b, Pixel c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

  void medians(const Pixel* from, std::size_t pitch, std::uint32_t count, Pixel* to) const {
    constexpr std::size_t most = (2 * largest_radius + 1) * (2 * largest_radius + 1);
    const std::size_t side = 2 * std::size_t{radius} + 1;
    std::array<Pixel, most> square;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Pixel* const corner = from + i - radius - radius * pitch;
      for (std::size_t row = 0; row < side; ++row) {
        std::copy_n(corner + row * pitch, side, square.data() + row * side);
      }
      const auto half = square.begin() + static_cast<std::ptrdiff_t>(side * side / 2);
      std::nth_element(square.begin(), half, square.begin() + static_cast<std::ptrdiff_t>(side * side));
      to[i] = *half;
    }
  }
};

}  // namespace pipeline
