// The reduction with as many blocks as fit on the GPU at once (reduce/gpu/counted_sum). gpu/vector_read_one_launch has
// up to 2048 blocks on any GPU, some of which wait for a place, and its lines do not leave the L2 before others.
#include "cases/read/case.hpp"
#include "cases/reduce/gpu/counted_sum.hpp"

namespace {

namespace read = rungs::ceilings::read;

void launch(const read::Problem& p, const read::Views& v, rungs::Stream stream) {
  reduce::launch_counted_sum<reduce::Walk{.threads = 256, .loads = 4, .held_for_one = 1}>(v.sum, v.source, p.area(),
                                                                                          stream);
}

const rungs::Variant<read::Case> variant{{
    .improves = "gpu/vector_read_one_launch",
    .technique = {"grid", "hints"},
    .idea = "no more blocks than fit on the GPU at once, lines that were read leave the L2 first",
    .launch = launch,
}};

}  // namespace
