// Four 16-byte vectors per thread (vectors.hpp), loaded and stored as streaming: lines that are not needed again should
// leave the L2 first. Four loads in flight per thread are more than memory latency requires at this many threads.
#include "cases/copy/gpu/vectors.hpp"

namespace {

namespace copy = rungs::ceilings::copy;

const rungs::Variant<copy::Case> variant{{
    .improves = "host/memcpy",
    .idea = "four 16-byte loads in flight per thread, streaming",
    .launch = copy::launch_vectors<copy::Streaming, 4>,
}};

}  // namespace
