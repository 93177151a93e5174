// Bounded squared distances to the nearest white pixel, on the host, in two passes: along the rows, then
// along the columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cases/pipeline/window.hpp"

namespace pipeline {

/// Computes `out.window` of them strip by strip. `distance_max`: at most 127, so that all sums fit in 16
/// bits.
class SquaredDistances {
 public:
  explicit SquaredDistances(std::uint32_t distance_max) : reach_(distance_max - 1), most_(distance_max) {}

  /// Calls `row(x, y, squares, count)` for pieces of rows of `window`, from the top down in each strip of
  /// columns. `white`: holds the window grown by distance_max - 1; white where not 0.
  template <class Row>
  void operator()(Window window, const Plane<const std::uint8_t>& white, const Row& row) const {
    const std::uint32_t rows_in_reach = 2 * reach_ + 1;
    std::vector<std::uint16_t> ring(std::size_t{rows_in_reach} * strip);
    Line line(most_);
    std::vector<std::uint16_t> nearest(strip);
    for (std::uint32_t from = 0; from < window.width; from += strip) {
      const std::uint32_t count = std::min(strip, window.width - from);
      const auto x = window.x + static_cast<std::int32_t>(from);
      const auto slot = [&](std::uint32_t i) { return ring.data() + std::size_t{i % rows_in_reach} * strip; };
      for (std::uint32_t i = 0; i < window.height + 2 * reach_; ++i) {
        const auto y = window.y + static_cast<std::int32_t>(i) - static_cast<std::int32_t>(reach_);
        line.squares(white.at(x - static_cast<std::int32_t>(reach_), y), count, slot(i));
        if (i < 2 * reach_) continue;
        along_columns(slot, i, count, nearest.data());
        row(x, y - static_cast<std::int32_t>(reach_), nearest.data(), count);
      }
    }
  }

  /// Memory that a call takes, besides its stack.
  [[nodiscard]] std::size_t scratch_bytes() const {
    return sizeof(std::uint16_t) *
           (std::size_t{2 * reach_ + 2} * strip + 2 * (strip + 4 * std::size_t{most_}));
  }

 private:
  static constexpr std::uint32_t strip = 1024;

  /// Distances along one row. In steps of 1, 2, 4 and so on, each pixel takes the least of its own value and
  /// those of the two pixels a step away, plus the step.
  class Line {
   public:
    explicit Line(std::uint32_t most)
        : most_(most), now_(strip + 4 * std::size_t{most}), next_(now_.size()) {}

    void squares(const std::uint8_t* white, std::uint32_t count, std::uint16_t* to) {
      const std::size_t margin = most_;  // values beyond the ends are `most`
      const std::size_t length = count + 2 * std::size_t{most_ - 1};
      std::fill(now_.begin(), now_.end(), static_cast<std::uint16_t>(most_));
      std::uint16_t* now = now_.data() + margin;
      for (std::size_t i = 0; i < length; ++i) now[i] = white[i] != 0 ? std::uint16_t{0} : now[i];
      std::fill(next_.begin(), next_.end(), static_cast<std::uint16_t>(most_));
      std::uint16_t* next = next_.data() + margin;
      for (std::uint32_t step = 1; step < most_; step *= 2) {
        for (std::size_t i = 0; i < length; ++i) {
          const std::uint16_t beside = std::min(now[i - step], now[i + step]);
          next[i] = std::min<std::uint16_t>(now[i], static_cast<std::uint16_t>(beside + step));
        }
        std::swap(now, next);
      }
      now += most_ - 1;
      for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<std::uint16_t>(now[i] * now[i]);
    }

   private:
    std::uint32_t most_;
    std::vector<std::uint16_t> now_;
    std::vector<std::uint16_t> next_;
  };

  /// The least of g(y + d)^2 + d^2, from the outermost rows inwards: each step adds 2d + 1 to all rows
  /// further out.
  template <class Slot>
  void along_columns(const Slot& slot, std::uint32_t newest, std::uint32_t count, std::uint16_t* to) const {
    const std::uint32_t middle = newest - reach_;
    std::fill_n(to, count, static_cast<std::uint16_t>(most_ * most_));
    for (std::uint32_t d = reach_; d >= 1; --d) {
      const std::uint16_t* const above = slot(middle - d);
      const std::uint16_t* const below = slot(middle + d);
      const auto added = static_cast<std::uint16_t>(2 * d + 1);
      for (std::uint32_t i = 0; i < count; ++i) {
        const auto further = static_cast<std::uint16_t>(to[i] + added);
        to[i] = std::min(further, std::min(above[i], below[i]));
      }
    }
    const std::uint16_t* const own = slot(middle);
    for (std::uint32_t i = 0; i < count; ++i) {
      to[i] = std::min(static_cast<std::uint16_t>(to[i] + 1), own[i]);
    }
  }

  std::uint32_t reach_;
  std::uint32_t most_;
};

}  // namespace pipeline
