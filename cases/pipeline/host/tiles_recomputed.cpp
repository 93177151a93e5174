// Tile by tile, so that memory depends on the tile and not on the image (apart from one row of tiles, in
// which complete rows are collected). What neighbouring tiles share is computed for each of them.
#include <rungs/variant.hpp>

#include "cases/pipeline/host/run.hpp"
#include "cases/pipeline/run/recomputed.hpp"
#include "cases/pipeline/run/tiles.hpp"

namespace pipeline {
namespace {

void run(const Problem& p, const Views& v, Workplace& files, rungs::Stream) {
  run_on_host(p, v, files, 1, [](const auto& tree, const HostRun& on) {
    const Window tile = tile_window(tree.frame, on.settings.tile, 0, 0);
    require_budget("tiles of " + std::to_string(on.settings.tile) + " pixels",
                   fixed_bytes(tree, on.settings) +
                       strip_of(tree.frame, on.settings.tile, on.settings.order).area() +
                       recomputed_bytes(tree, tile),
                   on.budget.limit());
    Recomputed source(on.budget, on.counts);
    run_tiles(tree, source, on.settings, on.budget, on.outlet);
  });
}

const rungs::Variant<Case> variant{{
    .improves = "host/whole_image",
    .idea = "tile by tile, halos computed again for each tile",
    .prepared = rungs::prepared(make_workplace, run),
}};

}  // namespace
}  // namespace pipeline
