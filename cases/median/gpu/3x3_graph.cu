// The launch is recorded once in a CUDA graph, which is then launched each time.
// The kernel is that of gpu/3x3_short_strips. A graph's launch is prepared when the graph is created, so the
// host has less to do. The GPU's own work between two kernels stays, and the measured time contains no host
// time: a speedup here would mean that the GPU itself starts a graph faster. The graph is created once per
// row of results.
#include <memory>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"

#ifndef RUNGS_SIMULATOR
#include <cuda_runtime_api.h>

#include <rungs/cuda/handles.hpp>

#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/numbered.hpp"
#include "cases/median/gpu/strip3.hpp"

namespace {

using Graph = rungs::cuda::Owner<cudaGraph_t, cudaGraphDestroy>;
using ReadyGraph = rungs::cuda::Owner<cudaGraphExec_t, cudaGraphExecDestroy>;

constexpr auto launch_kernel = median::launch_numbered<median::Strip3<median::MediansByClamp, 2>>;

std::unique_ptr<ReadyGraph> record(const median::Problem& p, const median::Views& v, rungs::Stream) {
  const auto stream = rungs::cuda::make_stream();
  rungs::cuda::check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal),
                     "cudaStreamBeginCapture");
  launch_kernel(p, v, {stream.get()});
  cudaGraph_t graph = nullptr;
  rungs::cuda::check(cudaStreamEndCapture(stream.get(), &graph), "cudaStreamEndCapture");
  const Graph owned(graph);
  cudaGraphExec_t ready = nullptr;
  rungs::cuda::check(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");
  return std::make_unique<ReadyGraph>(ready);
}

void run(const median::Problem&, const median::Views&, ReadyGraph& ready, rungs::Stream stream) {
  rungs::cuda::check(cudaGraphLaunch(ready.get(), rungs::cuda::native(stream)), "cudaGraphLaunch");
}

}  // namespace
#endif

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_short_strips",
    .idea = "the launch recorded in a CUDA graph",
    .gpu_only = "CUDA graphs are not simulated",
    .result = median::Result::window3,
    .prepared = RUNGS_GPU_ONLY(rungs::prepared(record, run)),
}};

}  // namespace
