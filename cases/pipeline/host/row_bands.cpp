// Bands of whole rows, from the top down. The schedule knows the tree: of each node it keeps just the rows
// that the next band needs again, 2 (R - 1) of the mask. Nothing is computed twice, nothing is looked up in a
// cache, and complete rows need no collecting. Memory depends on the image's width.
#include <rungs/variant.hpp>

#include "cases/pipeline/host/run.hpp"
#include "cases/pipeline/run/band_rows.hpp"
#include "cases/pipeline/run/bands.hpp"

namespace {

using namespace pipeline;

void run(const Problem& p, const Views& v, Workplace& files, rungs::Stream) {
  run_on_host(p, v, files, nullptr, [](const auto& tree, const HostRun& on) {
    const std::uint32_t rows = band_rows(tree, on.settings, on.budget.limit());
    OnHost host(on.budget);
    Rolling source(host, on.counts);
    WayOut way_out(on.budget, band_of(tree.frame, rows).area(), on.outlet);
    run_bands(tree, source, rows, 0, tree.frame.height, way_out);
  });
}

const rungs::Variant<Case> variant{{
    .improves = "host/tiles_cached",
    .idea = "bands of rows; each node keeps the rows that are needed again",
    .prepared = rungs::prepared(make_workplace, run),
}};

}  // namespace
