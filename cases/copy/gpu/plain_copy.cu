// gpu/vector_copy without the streaming hint. Lines that leave the L2 first are also written back first: the
// L2 then collects fewer writes before it switches memory from reading to writing, and each switch costs
// time. Without the hint it should be a few percent faster.
#include "cases/copy/gpu/vectors.hpp"

namespace {

namespace copy = rungs::ceilings::copy;

const rungs::Variant<copy::Case> variant{{
    .improves = "gpu/vector_copy",
    .technique = {"hints"},
    .step = rungs::Step::back,
    .idea = "the same loads and stores, not marked as streaming",
    .launch = copy::launch_vectors<copy::Plain, 4>,
}};

}  // namespace
