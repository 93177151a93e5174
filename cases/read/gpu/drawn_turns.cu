// The reduction whose blocks draw their turns from a counter (reduce/gpu/tickets). Where the L2 is full of
// lines that wait to be written back, it reads faster than the other kernels here: what all blocks read at
// one time lies close together, and the lines that it reads leave the L2 before others.
#include "cases/read/case.hpp"
#include "cases/reduce/gpu/tickets.hpp"

namespace {

std::size_t workspace_bytes(const read_plane::Problem& p) {
  return reduce::tickets_workspace_bytes(p.area());
}

void launch(const read_plane::Problem& p, const read_plane::Views& v, std::byte* workspace,
            rungs::Stream stream) {
  reduce::launch_tickets<reduce::Op::sum>(v.sum, v.source, p.area(), workspace, stream);
}

const rungs::Variant<read_plane::Case> variant{{
    .name = "gpu/drawn_turns",
    .improves = "gpu/vector_read_one_launch",
    .idea = "blocks draw their turns, lines that are read leave the L2 first",
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
