// The reduction whose blocks draw their turns from a counter (reduce/gpu/tickets). If the L2 is full of lines
// that wait to be written back, it reads faster than the other kernels here: all blocks read close together
// at any time, and the lines that were read leave the L2 before others.
#include "cases/read/case.hpp"
#include "cases/reduce/gpu/tickets.hpp"

namespace {

namespace read = rungs::ceilings::read;

void launch(const rungs::Call<read::Case>& call) {
  reduce::launch_tickets<reduce::Op::sum>(call.views.sum, call.views.source, call.problem.area(), call.workspace,
                                          call.stream);
}

const rungs::Variant<read::Case> variant{{
    .improves = "gpu/vector_read_one_launch",
    .technique = {"tickets", "hints"},
    .idea = "blocks draw their turns from a counter, lines that were read leave the L2 first",
    .launch = launch,
    .workspace_bytes = [](const read::Problem&) { return reduce::tickets_workspace_bytes(); },
}};

}  // namespace
