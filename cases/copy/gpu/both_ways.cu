// The bus in both directions at once: a plane goes to the GPU and back, piece by piece (both_ways.hpp).
// Its rate, which counts both directions, is the ceiling of variants whose inputs come from the host and
// whose results go back within the measured time.
#include "cases/copy/gpu/both_ways.hpp"

namespace {

namespace copy = rungs::ceilings::copy;

const rungs::Variant<copy::Case> variant{{
    .improves = "gpu/vector_copy",
    .step = rungs::Step::question,
    .idea = "from the host to the GPU and back, in pinned memory",
    .launch = copy::launch_both_ways,
    .memory = rungs::copies_itself,
}};

}  // namespace
