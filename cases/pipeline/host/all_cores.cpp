// host/row_bands with each band cut into strips of columns. A thread computes a strip through the whole tree;
// while some compute, others hash the bands before. Rows that two bands need of a mask are computed twice.
#include <rungs/variant.hpp>

#include "cases/pipeline/host/run.hpp"
#include "cases/pipeline/run/strips.hpp"

namespace {

using namespace pipeline;

void run(const Problem& p, const Views& v, Workplace& files, rungs::Stream) {
  const rungs::detail::OnAllCpus unpinned;
  Crew crew;
  run_on_host(p, v, files, nullptr, [&](const Node& tree, const HostRun& on) {
    const Strips strips = plan_strips(tree, on.settings, crew.threads(), on.budget.limit());
    run_strips(tree, strips, on.budget, crew, 0, tree.frame.height, on.counts,
               [&](const HashedBytes& bytes) { on.outlet.take(bytes); });
  });
}

const rungs::Variant<Case> variant{{
    .improves = "host/row_bands",
    .idea = "strips of columns through the whole tree, on all CPUs",
    .all_cores = true,
    .prepared = rungs::prepared(make_workplace, run),
}};

}  // namespace
