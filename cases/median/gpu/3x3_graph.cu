// The launch is recorded once in a CUDA graph, which is launched from then on.
// Against gpu/3x3_short_strips the kernel is the same; a graph's launch was prepared when it was made, so
// that the host has less to do for it. What the GPU does between two kernels stays, and of the host's time
// nothing is in the measured one: a gain here would say that the GPU itself starts a graph faster. It costs a
// graph for each problem, made anew whenever the memory or the problem is another.
#include <cuda_runtime_api.h>

#include <tuple>

#include "cases/median/case.hpp"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/numbered.hpp"
#include "cases/median/gpu/strip3.hpp"
#include "harness/cuda/handles.hpp"
#include "harness/device.hpp"

namespace {

using Graph = rungs::cuda::Owner<cudaGraph_t, cudaGraphDestroy>;
using ReadyGraph = rungs::cuda::Owner<cudaGraphExec_t, cudaGraphExecDestroy>;

constexpr auto launch_kernel = median::launch_numbered<median::Strip3<median::MediansByClamp, 2>>;

/// Everything that a recorded launch depends on.
using Key = std::tuple<const std::uint8_t*, const std::uint8_t*, unsigned, unsigned, unsigned>;

ReadyGraph record(const median::Problem& p, const median::Views& v) {
  const auto stream = rungs::cuda::make_stream();
  rungs::cuda::check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal),
                     "cudaStreamBeginCapture");
  launch_kernel(p, v, {stream.get()});
  cudaGraph_t graph = nullptr;
  rungs::cuda::check(cudaStreamEndCapture(stream.get(), &graph), "cudaStreamEndCapture");
  const Graph owned(graph);
  cudaGraphExec_t ready = nullptr;
  rungs::cuda::check(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");
  return ReadyGraph(ready);
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  static Key recorded;
  static ReadyGraph ready;
  const Key key{v.image, v.filtered, p.width, p.height, p.frames};
  if (ready.get() == nullptr || key != recorded) {
    ready = record(p, v);
    recorded = key;
  }
  rungs::cuda::check(cudaGraphLaunch(ready.get(), rungs::cuda::native(stream)), "cudaGraphLaunch");
}

const rungs::Variant<median::Case> variant{{
    .name = "gpu/3x3_graph",
    .improves = "gpu/3x3_short_strips",
    .idea = "the launch recorded in a CUDA graph",
    .gpu_only = "CUDA graphs are not simulated",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
