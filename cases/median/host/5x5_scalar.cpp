// The selection network for 25 values on ints, one pixel at a time: 25 loads and 99 exchanges.
// Like host/3x3_scalar, with about six times the minima and maxima. And a CPU has fewer than 25 registers, so
// many steps also load and store the values that they order.
#include <cstddef>
#include <cstdint>
#include <rungs/variant.hpp>
#include <utility>

#include "cases/median/case.hpp"
#include "cases/median/network.hpp"

namespace {

constexpr unsigned window = 5;

void order(int& low, int& high) {
  const int smaller = low < high ? low : high;
  high = low < high ? high : low;
  low = smaller;
}

template <std::size_t... step, std::size_t... i>
int median_at(const std::uint8_t* top_left, std::size_t width, std::index_sequence<step...>,
              std::index_sequence<i...>) {
  int values[] = {top_left[i / window * width + i % window]...};
  (order(values[median::low_of<window, step>], values[median::high_of<window, step>]), ...);
  return values[median::Network<window>::middle];
}

/// Not vectorised: that is the next step of the ladder.
void launch(const median::Problem& p, const median::Views& v, rungs::Stream) {
  if (p.width < window || p.height < window) return;
  const std::size_t width = p.width;
  constexpr std::size_t border = window / 2;
  for (std::size_t frame = 0; frame < p.pixels(); frame += p.area()) {
    for (std::size_t y = 0; y + window <= p.height; ++y) {
      const std::uint8_t* const from = v.image + frame + y * width;
      std::uint8_t* const to = v.filtered + frame + (y + border) * width + border;
      for (std::size_t x = 0; x + window <= width; ++x) {
        int middle =
            median_at(from + x, width, median::Steps<window>{}, std::make_index_sequence<window * window>{});
        // Hides the value from the optimiser, without an instruction: a loop with this is not vectorised.
        asm volatile("" : "+r"(middle));
        to[x] = static_cast<std::uint8_t>(middle);
      }
    }
  }
}

const rungs::Variant<median::Case> variant{{
    .idea = "the network of 99 exchanges on ints",
    .result = median::Result::window5,
    .launch = launch,
}};

}  // namespace
