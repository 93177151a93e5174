// Along the rows with one running index; the pattern's pixel still comes from a modulo.
// Against host/basic the loops change places and the setter goes. Stores now fill each cache line before the
// next, which is worth nearly all of the gain; the division is what is left.
#include "cases/stitch/case.hpp"

namespace {

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream) {
  const unsigned side = p.repeater;
  std::size_t index = 0;
  for (unsigned y = 0; y < p.height; ++y) {
    for (unsigned x = 0; x < p.width; ++x) v.target[index++] = v.repeater[(y % side) * side + x % side];
  }
}

const rungs::Variant<stitch::Case> variant{{
    .name = "host/indexed",
    .improves = "host/basic",
    .idea = "along the rows, a running index",
    .launch = launch,
}};

}  // namespace
