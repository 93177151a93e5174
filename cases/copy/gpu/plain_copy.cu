// gpu/vector_copy without the mark. Lines that leave the L2 first are also written back first: the L2 then
// gathers fewer writes before it turns memory from reading to writing, and each turn costs time. Without the
// mark it should be a few percent faster.
#include "cases/copy/gpu/vectors.hpp"

namespace {

const rungs::Variant<copy::Case> variant{{
    .name = "gpu/plain_copy",
    .improves = "gpu/vector_copy",
    .idea = "the same loads and stores, not marked as streaming",
    .launch = copy::launch_vectors<copy::Plain, 4>,
}};

}  // namespace
