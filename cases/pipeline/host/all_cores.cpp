// host/row_bands with each band cut into strips of columns. A thread computes a strip through the whole tree;
// while some compute, others hash the bands before. Rows that two bands need of a mask are computed twice.
#include <rungs/all_cores.hpp>
#include <rungs/variant.hpp>
#include "cases/pipeline/host/run.hpp"
#include "cases/pipeline/run/strips.hpp"

namespace {

using namespace pipeline;

void run(const rungs::Call<Case>& call) {
  const rungs::detail::OnAllCpus unpinned;
  run_on_host(call, [&](const Node& tree, const HostRun& on) {
    const Strips strips = plan_strips(tree, on.settings, on.budget.limit());
    on.figures.pixels_computed = run_strips(tree, strips, on.budget, 0, tree.frame.height,
                                            [&](const HashedBytes& bytes) { on.output.take(bytes); });
  });
}

const rungs::Variant<Case> variant{{
    .improves = "host/row_bands",
    .idea = "strips of columns through the whole tree, on all CPUs",
    .all_cores = true,
    .launch = run,
    .prepare = make_row_folder,
}};

}  // namespace
