// Four 16-byte vectors a thread (vectors.hpp), loaded and stored as streaming: lines that are not needed
// again shall leave the L2 first. Four loads in flight a thread are more than memory's latency needs at this
// many threads.
#include "cases/copy/gpu/vectors.hpp"

namespace {

const rungs::Variant<copy::Case> variant{{
    .name = "gpu/vector_copy",
    .improves = "host/memcpy",
    .idea = "four 16-byte loads in flight per thread, streaming",
    .launch = copy::launch_vectors<copy::Streaming, 4>,
}};

}  // namespace
