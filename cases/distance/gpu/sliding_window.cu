// gpu/nested_minima with the squared rows in registers: a thread slides down its four columns and keeps the
// 29 rows in reach.
// A row enters once, computed from the bits by the thread that needs it, and leaves when it is out of reach.
// After eight rows the window moves on in its registers, so that the loop stays short. Two rows are computed at once:
// each minimum of a row waits for the one before. Compared with
// gpu/nested_minima, the squared rows no longer go through shared memory (46 loads for eight rows), which
// also saves a barrier and most of the shared memory. Pixels are read 16 at a time. Nothing is skipped: every
// mask takes the same time. The cost is about 90 registers, which leaves 20 warps per SM, two moves per
// pixel, and code for R up to 15 only. Taller tiles load fewer rows twice; how many blocks then fit in whole
// turns of the GPU decides, so their heights are versions, and so is the number of rows at once.
#include "cases/distance/gpu/sliding.hpp"

namespace {

namespace sliding = distance::sliding;

template <bool Vectors, int tall, int at_once>
__global__ void __launch_bounds__(sliding::threads)
    sliding_window(std::uint32_t* out, const std::uint8_t* image, int width, int height, int radius,
                   distance::HiddenOne one) {
  auto* const bits = rungs::dynamic_shared<sliding::Seam>();
  const sliding::Place place = sliding::block_place(width, tall);
  const sliding::WholeImage<Vectors> pixels{image, width, height};
  sliding::load_own_from<tall>(bits, pixels, place);
  sliding::load_sides_from<tall>(bits, pixels, place);
  __syncthreads();
  sliding::write_columns<Vectors, tall, at_once>(out, bits, place, width, height, radius, one, distance::Squared{});
}

template <int tall, int at_once>
void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  sliding::require_short_radius(p);
  rungs::launch({sliding::tiles(p, tall), dim3(sliding::threads), stream, sliding::shared_bytes_of(tall)},
                sliding::in_vectors(p) ? sliding_window<true, tall, at_once> : sliding_window<false, tall, at_once>,
                v.out, v.image, p.width, p.height, p.distance_max, distance::HiddenOne{});
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/nested_minima",
    .technique = {"window"},
    .idea = "a thread slides down its columns, with the rows in reach in registers",
    .versions = {{"tile=68;rows=2", launch<68, 2>},
                 {"tile=68;rows=1", launch<68, 1>},
                 {"tile=68;rows=4", launch<68, 4>},
                 {"tile=104;rows=2", launch<104, 2>}},
    .tunable = true,
}};

}  // namespace
