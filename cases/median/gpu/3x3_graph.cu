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
#include "cases/median/gpu/numbered_strips.hpp"

namespace {

using Call = rungs::Call<median::Case>;
using Graph = rungs::cuda::Owner<cudaGraph_t, cudaGraphDestroy>;
using ReadyGraph = rungs::cuda::Owner<cudaGraphExec_t, cudaGraphExecDestroy>;

std::unique_ptr<ReadyGraph> record(const Call& call) {
  const auto stream = rungs::cuda::make_stream();
  rungs::cuda::check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal),
                     "cudaStreamBeginCapture");
  median::launch_numbered<median::ClampedStrip<2>>(call.problem, call.views, {stream.get()});
  cudaGraph_t graph = nullptr;
  rungs::cuda::check(cudaStreamEndCapture(stream.get(), &graph), "cudaStreamEndCapture");
  const Graph owned(graph);
  cudaGraphExec_t ready = nullptr;
  rungs::cuda::check(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");
  return std::make_unique<ReadyGraph>(ready);
}

void launch(const Call& call) {
  rungs::cuda::check(cudaGraphLaunch(call.state<ReadyGraph>().get(), rungs::cuda::native(call.stream)),
                     "cudaGraphLaunch");
}

}  // namespace
#endif

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_short_strips",
    .technique = {"graph"},
    .idea = "the launch recorded in a CUDA graph",
    .gpu_only = "CUDA graphs are not simulated",
    .result = median::Result::window3,
    .launch = RUNGS_GPU_ONLY(launch),
    .prepare = RUNGS_GPU_ONLY(record),
}};

}  // namespace
