// A median filter for one pixel at a time, for both windows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "cases/median/case.hpp"
#include "cases/median/network.hpp"

namespace median {

inline void order(int& low, int& high) {
  const int smaller = low < high ? low : high;
  high = low < high ? high : low;
  low = smaller;
}

template <unsigned window, std::size_t... step, std::size_t... i>
int median_at(const std::uint8_t* top_left, std::size_t width, std::index_sequence<step...>,
              std::index_sequence<i...>) {
  int values[window * window] = {top_left[i / window * width + i % window]...};
  (order(values[low_of<window, step>], values[high_of<window, step>]), ...);
  return values[Network<window>::middle];
}

/// Hides a value from the optimiser, without an instruction: a loop that contains this is not vectorised.
inline void keep_scalar(int& value) { asm volatile("" : "+r"(value)); }

/// Filters all frames of a problem, along the rows. Not vectorised: that is the next step of the ladder.
template <unsigned window>
void filter_one_pixel_at_a_time(const Problem& p, const Views& v) {
  if (p.width < window || p.height < window) return;
  const std::size_t width = p.width;
  constexpr std::size_t border = window / 2;
  for (std::size_t frame = 0; frame < p.pixels(); frame += p.area()) {
    for (std::size_t y = 0; y + window <= p.height; ++y) {
      const std::uint8_t* const from = v.image + frame + y * width;
      std::uint8_t* const to = v.filtered + frame + (y + border) * width + border;
      for (std::size_t x = 0; x + window <= width; ++x) {
        int middle =
            median_at<window>(from + x, width, Steps<window>{}, std::make_index_sequence<window * window>{});
        keep_scalar(middle);
        to[x] = static_cast<std::uint8_t>(middle);
      }
    }
  }
}

}  // namespace median
