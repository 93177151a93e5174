// A loop over the pixels or cells on one thread. The sum is one chain of additions, whose order the compiler must keep:
// each waits for the one before. The roots of a cell do not.
#include <rungs/variant.hpp>
#include "cases/height_map/host/rows.hpp"

namespace {

void launch(const height_map::Problem& p, const height_map::Views& v, rungs::Stream) {
  *v.result = static_cast<float>(height_map::measure_rows(p, v.heights, 0, p.height));
}

const rungs::Variant<height_map::Case> variant{{
    .idea = "a loop over the pixels",
    .launch = launch,
}};

}  // namespace
