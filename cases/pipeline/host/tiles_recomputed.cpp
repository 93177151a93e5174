// Tile by tile, so that memory depends on the tile and not on the image (apart from one row of tiles, in
// which complete rows are collected). What neighbouring tiles share is computed for each of them.
#include <rungs/variant.hpp>
#include "cases/pipeline/host/run.hpp"

namespace {

using namespace pipeline;

void run(const rungs::Call<Case>& call) {
  run_on_host(call, [](const Node& tree, const HostRun& on) {
    const Settings& settings = on.settings;
    const std::size_t strip = strip_of(tree.frame, settings.tile, settings.order).area();
    const Window tile = tile_window(tree.frame, settings.tile, 0, 0);
    require_budget("tiles of " + std::to_string(settings.tile) + " pixels",
                   fixed_bytes(tree, settings) + strip + recomputed_bytes(tree, tile), on.budget.limit());
    OnHost host(on.budget);
    Recomputed source(host, on.figures);
    HostPieces pieces(on.budget, strip, on.output);
    run_tiles(tree, source, settings, pieces);
  });
}

const rungs::Variant<Case> variant{{
    .improves = "host/whole_image",
    .idea = "tile by tile, halos computed again for each tile",
    .launch = run,
    .prepare = make_row_folder,
}};

}  // namespace
