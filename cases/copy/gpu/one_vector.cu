// gpu/plain_copy with one 16-byte vector per thread. A block is done with 4 KiB, so that all blocks that run
// at one time read and write places close to each other; a multiprocessor's 64 warps have enough loads in
// flight all the same. It should come near to cudaMemcpy.
#include "cases/copy/gpu/vectors.hpp"

namespace {

const rungs::Variant<copy::Case> variant{{
    .name = "gpu/one_vector",
    .improves = "gpu/plain_copy",
    .idea = "one vector per thread: what runs at one time lies close together",
    .launch = copy::launch_vectors<copy::Plain, 1>,
}};

}  // namespace
