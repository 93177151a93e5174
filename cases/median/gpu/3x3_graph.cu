// The launch is recorded once in a CUDA graph, which is then launched each time.
// The kernel is that of gpu/3x3_short_strips. A graph's launch is prepared when the graph is created, so the
// host has less to do. The GPU's own work between two kernels stays, and the measured time contains no host
// time: a speedup here would mean that the GPU itself starts a graph faster. The graph is created once per
// row of results.
#include <cstddef>
#include <limits>
#include <memory>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"

#ifndef RUNGS_SIMULATOR
#include <cuda_runtime_api.h>

#include <rungs/cuda/handles.hpp>

#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/pixels.hpp"

namespace {

using Call = rungs::Call<median::Case>;
using Graph = rungs::cuda::Owner<cudaGraph_t, cudaGraphDestroy>;
using ReadyGraph = rungs::cuda::Owner<cudaGraphExec_t, cudaGraphExecDestroy>;

using Strip = median::ClampedStrip<2>;

constexpr unsigned threads = 128;

template <bool aligned>
__global__ void __launch_bounds__(threads)
    short_strips(median::Frame first, unsigned segments, unsigned strips, unsigned count) {
  const unsigned number = blockIdx.x * threads + threadIdx.x;
  if (number >= count) return;
  const unsigned row = number / segments;
  const unsigned frame = row / strips;
  median::filter_strip<Strip, aligned>(first.later(frame), number - row * segments, row - frame * strips);
}

void launch_kernel(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  const unsigned segments = median::segments_of(p.width);
  const unsigned strips = (p.height - 3) / Strip::rows + 1;
  const std::size_t count = std::size_t{segments} * strips * p.frames;
  if (count > std::numeric_limits<unsigned>::max() - threads)
    throw rungs::Unsupported("has more strips than 32 bits can number");
  const dim3 blocks(static_cast<unsigned>((count - 1) / threads + 1));
  rungs::launch({blocks, dim3(threads), stream},
                median::rows_are_aligned(p.width) ? short_strips<true> : short_strips<false>,
                median::first_frame(p, v), segments, strips, static_cast<unsigned>(count));
}

std::unique_ptr<ReadyGraph> record(const Call& call) {
  const auto stream = rungs::cuda::make_stream();
  rungs::cuda::check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal),
                     "cudaStreamBeginCapture");
  launch_kernel(call.problem, call.views, {stream.get()});
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
