// gpu/vector_read_one_launch with one 16-byte load per thread and turn instead of four. Running blocks read
// addresses closer to each other, and a small plane is spread over four times as many blocks. Which of the
// two is faster depends on the size; the faster one is the ceiling.
#include "cases/read/gpu/block_sum.hpp"

namespace {

namespace read = rungs::ceilings::read;

const rungs::Variant<read::Case> variant{{
    .improves = "gpu/vector_read_one_launch",
    .no_technique = "fewer loads per turn, which is faster at some sizes alone",
    .idea = "one load per thread and turn, not four",
    .launch = read::launch_in_one<1>,
}};

}  // namespace
