// gpu/both_ways with pageable memory on the host, which is what a program has that does not ask for pinned
// memory. The driver copies through pinned memory of its own, and the host waits meanwhile: the two
// directions can hardly overlap. Not a ceiling: it shows what pinned memory is worth.
#include "cases/copy/gpu/both_ways.hpp"

namespace {

namespace copy = rungs::ceilings::copy;

const rungs::Variant<copy::Case> variant{{
    .improves = "gpu/both_ways",
    .technique = {"pinned"},
    .step = rungs::Step::back,
    .idea = "the same with pageable memory",
    .launch = copy::launch_both_ways,
    .memory = rungs::copies_itself | rungs::pageable,
}};

}  // namespace
