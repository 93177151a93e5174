// As host/tiles_recomputed, with the tiles of all nodes in one cache: as in the deck, a tile that is needed
// again is taken from there, and the one that was used least recently makes room for a new one. The cache
// gets all of the budget that nothing else needs.
#include <rungs/variant.hpp>
#include "cases/pipeline/host/run.hpp"

namespace {

using namespace pipeline;

void run(const rungs::Call<Case>& call) {
  run_on_host(call, [](const Node& tree, const HostRun& on) {
    const Settings& settings = on.settings;
    const std::size_t strip = strip_of(tree.frame, settings.tile, settings.order).area();
    const Window tile = tile_window(tree.frame, settings.tile, 0, 0);
    const std::size_t others = fixed_bytes(tree, settings) + strip + cached_bytes(tree, tile, settings.tile);
    require_budget("tiles of " + std::to_string(settings.tile) + " pixels", others, on.budget.limit());
    OnHost host(on.budget);
    Cached source(host, on.budget.limit() - others, settings.tile, on.figures);
    HostPieces pieces(on.budget, strip, on.output);
    run_tiles(tree, source, settings, pieces);
  });
}

const rungs::Variant<Case> variant{{
    .improves = "host/tiles_recomputed",
    .idea = "computed tiles in a cache, the least recently used goes first",
    .launch = run,
    .prepare = make_row_folder,
}};

}  // namespace
