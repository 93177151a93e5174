// gpu/vector_read_one_launch with one 16-byte load per thread and turn in place of four. What runs at one
// time reads places closer to each other, and a small plane is spread over four times as many blocks. Whether
// that is the faster one depends on the size; the faster is the ceiling.
#include "cases/read/gpu/last_block.hpp"

namespace {

const rungs::Variant<read_plane::Case> variant{{
    .name = "gpu/short_turns",
    .improves = "gpu/vector_read_one_launch",
    .idea = "one load per thread and turn, not four",
    .launch = read_plane::launch_in_one<1>,
}};

}  // namespace
