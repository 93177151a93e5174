// Every node as a whole plane in the GPU's memory, then one copy to the host: host/whole_image on a GPU. Each
// node is computed by the kernel of its own case. Memory depends on the image, and nothing overlaps.
#include "cases/pipeline/gpu/run.hpp"

namespace {

using namespace pipeline;

void run(const Problem& p, const Views& device, const Views& host, GpuState& state, rungs::Stream stream) {
  run_on_gpu(p, device, host, state, stream, [](const Node& tree, const GpuRun& on) {
    const Window whole = tree.frame.window();
    on.require("the whole image", on.fixed_device_bytes(tree, whole, 1) + recomputed_bytes(tree, whole),
               on.pinned_bytes(whole, 1));
    on.on_gpu(whole, 1, [&](OnGpu& gpu, GpuWayOut& way_out) {
      Recomputed source(gpu, on.counts);
      source.evaluate(tree, {way_out.next(), whole.width, whole, 1});
      way_out.send(whole.area());
    });
  });
}

const rungs::Variant<Case> variant{{
    .idea = "every node as a whole plane, then one copy",
    .prepared = prepared_on_gpu(run),
}};

}  // namespace
