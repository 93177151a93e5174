// gpu/evict_first with turns taken from a counter: a block draws its next turn while it loads the current one. With a
// fixed assignment (every gridDim.x-th turn), fast blocks read far ahead of slow ones, and memory opens and closes its
// pages for both. Here all blocks together always work on the next turns, close to each other, and no block has turns
// left when the others are done. The cost is an atomic and a barrier per turn; the atomic runs while the loads are in
// flight. On an H200 it is faster than gpu/evict_first if another kernel left dirty lines in the L2, and slower with
// clean ones. Which block takes which turn changes from run to run. That does not matter for words, but would change
// the last bits of a float sum.
#include "cases/reduce/gpu/tickets.hpp"

namespace {

template <unsigned threads, unsigned loads> void launch(const rungs::Call<reduce::Case>& call) {
  constexpr reduce::Walk walk{.threads = threads, .loads = loads};
  const auto run = call.problem.op == reduce::Op::sum ? reduce::launch_tickets<reduce::Op::sum, walk>
                                                      : reduce::launch_tickets<reduce::Op::max, walk>;
  run(call.views.result, call.views.source, call.problem.area(), call.workspace, call.stream);
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/evict_first",
    .technique = {"tickets"},
    .idea = "blocks draw their turns from a counter, so that all read close together",
    .workspace_bytes = [](const reduce::Problem&) { return reduce::tickets_workspace_bytes(); },
    .versions = {{"threads=512;loads=4", launch<512, 4>},
                 {"threads=512;loads=2", launch<512, 2>},
                 {"threads=512;loads=8", launch<512, 8>},
                 {"threads=1024;loads=2", launch<1024, 2>},
                 {"threads=1024;loads=4", launch<1024, 4>}},
    .tunable = true,
}};

}  // namespace
