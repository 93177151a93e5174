// gpu/vector_store without the mark. Where the L2 is full of another kernel's dirty lines, streaming stores
// seem to leave those where they are and to have little room for themselves: on an H200 they are then 1 %
// slower on 3.7 GB. With clean lines the two take the same time. The faster is the ceiling.
#include "cases/fill/gpu/vectors.hpp"

namespace {

struct PlainStore {
  __device__ void operator()(uint4* to, uint4 four) const { *to = four; }
};

const rungs::Variant<fill::Case> variant{{
    .name = "gpu/plain_store",
    .improves = "gpu/vector_store",
    .idea = "the same store, not marked as streaming",
    .launch = fill::launch_vectors<PlainStore>,
}};

}  // namespace
