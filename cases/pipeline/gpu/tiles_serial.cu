// Tile by tile, so that memory depends on the tile. Rows of tiles are collected on the GPU, copied to the
// host and handed on before the next tile is computed: the GPU waits for the bus, and the bus for the GPU.
#include "cases/pipeline/gpu/run.hpp"

namespace {

using namespace pipeline;

void run(const rungs::Call<Case>& call) {
  run_on_gpu(call, [](const Node& tree, const GpuRun& on) { run_recomputed_tiles_on_gpu(tree, on, 1); });
}

const rungs::Variant<Case> variant{{
    .improves = "gpu/whole_image",
    .no_technique = "less memory, and not less time",
    .idea = "tile by tile, halos computed again, one copy after the other",
    .launch = run,
    .memory = rungs::copies_itself,
    .prepare = make_state<GpuState>,
}};

}  // namespace
