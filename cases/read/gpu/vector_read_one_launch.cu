// gpu/vector_read without the launch that clears the output (last_block.hpp). That should save a launch's
// time, a few percent of a small plane's.
#include "cases/read/gpu/last_block.hpp"

namespace {

const rungs::Variant<read_plane::Case> variant{{
    .name = "gpu/vector_read_one_launch",
    .improves = "gpu/vector_read",
    .idea = "the last block writes the sum: no launch to clear it",
    .launch = read_plane::launch_in_one<4>,
}};

}  // namespace
