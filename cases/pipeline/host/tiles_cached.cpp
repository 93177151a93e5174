// As host/tiles_recomputed, with the tiles of all nodes in one cache: as in the deck, a tile that is needed
// again is taken from there, and the one that was used least recently makes room for a new one. The cache
// gets all of the budget that nothing else needs.
#include <rungs/variant.hpp>

#include "cases/pipeline/host/run.hpp"
#include "cases/pipeline/run/cached.hpp"
#include "cases/pipeline/run/tiles.hpp"

namespace pipeline {
namespace {

void run(const Problem& p, const Views& v, Workplace& files, rungs::Stream) {
  run_on_host(p, v, files, 1, [](const auto& tree, const HostRun& on) {
    const Settings& s = on.settings;
    const Window tile = tile_window(tree.frame, s.tile, 0, 0);
    const std::size_t others = fixed_bytes(tree, s) + strip_of(tree.frame, s.tile, s.order).area() +
                               cached_bytes(tree, tile, s.tile);
    require_budget("tiles of " + std::to_string(s.tile) + " pixels", others, on.budget.limit());
    Cached source(on.budget, on.budget.limit() - others, s.tile, on.counts);
    run_tiles(tree, source, s, on.budget, on.outlet);
  });
}

const rungs::Variant<Case> variant{{
    .improves = "host/tiles_recomputed",
    .idea = "computed tiles in a cache, the least recently used goes first",
    .prepared = rungs::prepared(make_workplace, run),
}};

}  // namespace
}  // namespace pipeline
