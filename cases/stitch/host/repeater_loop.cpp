// Loops over the pattern's pixels, down its columns, and scatters each to all its places in the target, again down the
// columns: the deck's order. Compared with host/basic, the modulo goes, and a pixel is loaded only once. But
// consecutive stores are a whole repeater's rows apart, 4 MB at the deck's sizes: each touches another page, and
// returns to its cache line only for a later pixel of the pattern.
#include <stdexcept>
#include "cases/stitch/host/as_constants.hpp"

namespace {

template <bool asserts, bool constants> void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream) {
  const auto run = [&](auto width, auto height, auto columns, auto rows) {
    std::size_t size = std::size_t{width} * height;
    asm volatile("" : "+r"(size));  // otherwise the compiler could prove that the check passes
    for (unsigned pattern_x = 0; pattern_x < columns; ++pattern_x) {
      for (unsigned pattern_y = 0; pattern_y < rows; ++pattern_y) {
        const float value = v.repeater[pattern_y * columns + pattern_x];
        for (unsigned x = pattern_x; x < width; x += columns) {
          for (unsigned y = pattern_y; y < height; y += rows) {
            stitch::keep_loop_order();
            const std::size_t index = std::size_t{y} * width + x;
            if (asserts && index >= size) throw std::out_of_range("the index is beyond the last pixel");
            v.target[index] = value;
          }
        }
      }
    }
  };
  stitch::with_sides<constants>(p, run);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "host/basic",
    .idea = "loop over the pattern, scatter each pixel down the columns",
    .versions = {{"sides=constant;asserts=on", launch<true, true>},
                 {"sides=constant;asserts=off", launch<false, true>},
                 {"sides=run_time;asserts=on", launch<true, false>},
                 {"sides=run_time;asserts=off", launch<false, false>}},
}};

}  // namespace
