// Every node as a whole plane in the GPU's memory, then one copy to the host: host/whole_image on a GPU. Each
// node is computed by the kernel of its own case. Memory depends on the image, and nothing overlaps.
#include "cases/pipeline/gpu/run.hpp"

namespace {

using namespace pipeline;

void run(const rungs::Call<Case>& call) {
  run_on_gpu(call, [](const Node& tree, const GpuRun& on) {
    const Window whole = tree.frame.window();
    on.require("the whole image", on.fixed_device_bytes(tree, whole, 1) + recomputed_bytes(tree, whole),
               on.pinned_bytes(whole, 1));
    on.on_gpu(whole, 1, [&](OnGpu& gpu, DownloadRing& pieces) {
      Recomputed source(gpu, on.figures);
      source.evaluate(tree, {pieces.next(), whole.width, whole, 1});
      pieces.send(whole.area());
    });
  });
}

const rungs::Variant<Case> variant{{
    .idea = "every node as a whole plane, then one copy",
    .launch = run,
    .memory = rungs::copies_itself,
    .prepare = make_state<GpuState>,
}};

}  // namespace
