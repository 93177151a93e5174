// The selection network on ints, one pixel at a time.
#pragma once

#include <rungs/variant.hpp>
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
  int values[] = {top_left[i / window * width + i % window]...};
  (order(values[low_of<window, step>], values[high_of<window, step>]), ...);
  return values[Network<window>::middle];
}

/// Not vectorised: that is the next step of the ladder.
template <unsigned window> void launch_scalar(const Problem& p, const Views& v, rungs::Stream) {
  if (p.width < window || p.height < window) return;
  const std::size_t width = p.width;
  constexpr std::size_t border = window / 2;
  for (std::size_t frame = 0; frame < p.pixels(); frame += p.area()) {
    for (std::size_t y = 0; y + window <= p.height; ++y) {
      const std::uint8_t* const from = v.image + frame + y * width;
      std::uint8_t* const to = v.filtered + frame + (y + border) * width + border;
      for (std::size_t x = 0; x + window <= width; ++x) {
        int middle = median_at<window>(from + x, width, Steps<window>{}, std::make_index_sequence<window * window>{});
        // Hides the value from the optimiser, without an instruction: a loop with this is not vectorised.
        asm volatile("" : "+r"(middle));
        to[x] = static_cast<std::uint8_t>(middle);
      }
    }
  }
}

}  // namespace median
