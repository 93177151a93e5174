// One thread per pattern pixel: it loads its value once and writes it wherever the pattern repeats.
// Compared with gpu/modulo, both divisions go, and all loads but one per thread. The cost: there are only as
// many threads as the pattern has pixels, too few to fill a GPU if the side is small. And if the side is not
// a multiple of 8, warps write parts of 32-byte sectors. If it is not a multiple of 32, threads of the blocks
// at the edges have nothing to do: half of them with 45x45. Whether it is faster should depend on the side
// alone.
#include <rungs/device.hpp>

#include "cases/stitch/case.hpp"
#include "cases/stitch/gpu/repeater_grid.hpp"

namespace {

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  stitch::launch_repeater_grid(p, v, dim3(32, 32), stream);
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/modulo",
    .idea = "one thread per pattern pixel writes every repetition",
    .launch = launch,
}};

}  // namespace
