// gpu/tiles_serial with the tiles of all nodes in a cache in the GPU's memory, which gets all of the budget
// that nothing else needs. As on the host, a tile that is needed again is copied from there, not computed.
#include "cases/pipeline/gpu/run.hpp"

namespace {

using namespace pipeline;

void run(const rungs::Call<Case>& call) {
  run_on_gpu(call, [](const Node& tree, const GpuRun& on) {
    const std::uint32_t side = on.settings.tile;
    const std::size_t needs = cached_bytes(tree, tile_window(tree.frame, side, 0, 0), side);
    run_tiles_on_gpu(tree, on, 1, needs, [&](OnGpu& gpu, std::size_t spare) {
      return std::make_unique<Cached>(gpu, spare, side, on.figures);
    });
  });
}

const rungs::Variant<Case> variant{{
    .improves = "gpu/tiles_serial",
    .no_technique = "another structure of the program, with memory for what was computed",
    .idea = "computed tiles in a cache in GPU memory",
    .launch = run,
    .memory = rungs::copies_itself,
    .prepare = make_state<GpuState>,
}};

}  // namespace
