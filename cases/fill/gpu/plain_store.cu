// gpu/vector_store without the streaming hint. If the L2 is full of another kernel's dirty lines, streaming
// stores seem to leave those in place and to have little room for themselves: on an H200 they are then 1 %
// slower on 3.7 GB. With clean lines the two take the same time. The faster one is the ceiling.
#include "cases/fill/gpu/vectors.hpp"

namespace {

namespace fill = rungs::ceilings::fill;

struct PlainStore {
  __device__ void operator()(uint4* to, uint4 four) const { *to = four; }
};

const rungs::Variant<fill::Case> variant{{
    .improves = "gpu/vector_store",
    .technique = {"hints"},
    .step = rungs::Step::back,
    .idea = "the same store, not marked as streaming",
    .launch = fill::launch_vectors<PlainStore>,
}};

}  // namespace
