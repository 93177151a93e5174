// A 16-byte store a thread (vectors.hpp), marked as streaming: its line shall leave the L2 before others.
#include "cases/fill/gpu/vectors.hpp"

namespace {

struct StreamingStore {
  __device__ void operator()(uint4* to, uint4 four) const { __stcs(to, four); }
};

const rungs::Variant<fill::Case> variant{{
    .name = "gpu/vector_store",
    .improves = "host/memset",
    .idea = "a 16-byte streaming store a thread",
    .launch = fill::launch_vectors<StreamingStore>,
}};

}  // namespace
