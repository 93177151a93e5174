// gpu/nested_minima with the squared rows in registers: a thread slides down its four columns and keeps the
// 29 rows in reach.
// A row enters once, computed from the bits by the thread that needs it, and leaves when it is out of reach.
// After eight rows the window moves on in its registers, so that the loop stays short. Compared with
// gpu/nested_minima, the squared rows no longer go through shared memory (46 loads for eight rows), which
// also saves a barrier and most of the shared memory. Pixels are read 16 at a time. Nothing is skipped: every
// mask takes the same time. The cost is about 90 registers, which leaves 20 warps per SM, two moves per
// pixel, and code for R up to 15 only; for larger R it runs gpu/nested_minima.
#include <cstddef>
#include <cstdint>

#include "cases/distance/gpu/nested.hpp"
#include "cases/distance/gpu/sliding.hpp"

namespace {

namespace sliding = distance::sliding;

template <bool Vectors>
__global__ void __launch_bounds__(sliding::threads)
    sliding_window(std::uint32_t* out, const std::uint8_t* image, int width, int height, int radius,
                   unsigned one) {
  sliding::sliding_tile<Vectors>(rungs::dynamic_shared<sliding::Seam>(), out, image, width, height, radius,
                                 one, distance::Squared{});
}

__global__ void nested_minima(std::uint32_t* out, const std::uint8_t* image, int width, int height,
                              int radius, int reach, unsigned one) {
  distance::nested_tile(out, image, width, height, radius, reach, one, distance::Squared{});
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  if (p.distance_max <= sliding::longest_radius) {
    rungs::launch({sliding::tiles(p), dim3(sliding::threads), stream, sliding::shared_bytes},
                  sliding::in_vectors(p) ? sliding_window<true> : sliding_window<false>, v.out, v.image,
                  p.width, p.height, p.distance_max, 1U);
  } else {
    const unsigned reach = distance::nested_reach(p);
    rungs::launch({distance::tiles(p), distance::tile_threads(p), stream, distance::tile_bytes(p, reach)},
                  nested_minima, v.out, v.image, p.width, p.height, p.distance_max, reach, 1U);
  }
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/nested_minima",
    .idea = "a thread slides down its columns, with the rows in reach in registers",
    .launch = launch,
}};

}  // namespace
