// host/repeater_loop along the rows: over the pattern and over its places, x is in the inner loop.
// Stores are now one repeater apart instead of 4 MB: a row's lie in one page or two, and the prefetcher sees
// the step. Each still touches another cache line, and returns to it only for the pattern's next pixel.
#include <stdexcept>
#include "cases/stitch/host/as_constants.hpp"

namespace {

template <bool asserts, bool constants> void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream) {
  const auto run = [&](auto width, auto height, auto columns, auto rows) {
    std::size_t size = std::size_t{width} * height;
    asm volatile("" : "+r"(size));  // otherwise the compiler could prove that the check passes
    for (unsigned pattern_y = 0; pattern_y < rows; ++pattern_y) {
      for (unsigned pattern_x = 0; pattern_x < columns; ++pattern_x) {
        const float value = v.repeater[pattern_y * columns + pattern_x];
        for (unsigned y = pattern_y; y < height; y += rows) {
          for (unsigned x = pattern_x; x < width; x += columns) {
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
    .improves = "host/repeater_loop",
    .idea = "the same along the rows",
    .versions = {{"sides=constant;asserts=on", launch<true, true>},
                 {"sides=constant;asserts=off", launch<false, true>},
                 {"sides=run_time;asserts=on", launch<true, false>},
                 {"sides=run_time;asserts=off", launch<false, false>}},
}};

}  // namespace
