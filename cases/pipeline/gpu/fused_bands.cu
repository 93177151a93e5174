// Bands whose nodes are computed in one kernel (the deck) or two (the chain). gpu/row_bands writes and reads
// the pixels of every node in GPU memory; here only the output is written, and the chain's profile. No rows
// are kept for the next band: what it needs again is computed again.
#include "cases/pipeline/gpu/fused.hpp"
#include "cases/pipeline/gpu/run.hpp"

namespace {

using namespace pipeline;

void run(const rungs::Call<Case>& call) {
  run_on_gpu(call, [](const Node& tree, const GpuRun& on) {
    const TreeKind kind = on.settings.tree;
    const std::uint32_t rows = gpu_band_rows(tree, on, [&](Window band) { return Fused::bytes(kind, tree, band); });
    Window band = band_of(tree.frame, rows);
    on.on_gpu(band, band_slots, [&](OnGpu& gpu, DownloadRing& pieces) {
      Fused source(gpu, on.stream, kind, tree, band);
      for (std::uint32_t row = 0; row < tree.frame.height; row += rows) {
        band.y = static_cast<std::int32_t>(row);
        band.height = std::min(rows, tree.frame.height - row);
        source.compute({pieces.next(), band.width, band});
        on.figures.pixels_computed += needed_pixels(tree, band);
        pieces.send(band.area());
      }
    });
  });
}

const rungs::Variant<Case> variant{{
    .improves = "gpu/row_bands",
    .technique = {"fuse"},
    .idea = "one kernel for a band of the whole tree",
    .launch = run,
    .memory = rungs::copies_itself,
    .prepare = make_state<GpuState>,
}};

}  // namespace
