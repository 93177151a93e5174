// One 16-byte store per thread (vectors.hpp), marked as streaming: its line should leave the L2 before others.
#include "cases/fill/gpu/vectors.hpp"

namespace {

namespace fill = rungs::ceilings::fill;

struct StreamingStore {
  __device__ void operator()(uint4* to, uint4 four) const { __stcs(to, four); }
};

const rungs::Variant<fill::Case> variant{{
    .improves = "host/memset",
    .idea = "one 16-byte streaming store per thread",
    .launch = fill::launch_vectors<StreamingStore>,
}};

}  // namespace
