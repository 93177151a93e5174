// gpu/plain_copy with one 16-byte vector per thread. A block is done after 4 KiB, so all running blocks read
// and write addresses close to each other; an SM's 64 warps still have enough loads in flight. It should come
// close to cudaMemcpy.
#include "cases/copy/gpu/vectors.hpp"

namespace {

namespace copy = rungs::ceilings::copy;

const rungs::Variant<copy::Case> variant{{
    .improves = "gpu/plain_copy",
    .no_technique = "fewer bytes per thread, so that running blocks stay close; no other step does it",
    .idea = "one vector per thread: running blocks stay close together in memory",
    .launch = copy::launch_vectors<copy::Plain, 1>,
}};

}  // namespace
