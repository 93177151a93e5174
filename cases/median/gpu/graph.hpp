// Launches recorded in a CUDA graph; on a GPU only.
#pragma once

#ifndef RUNGS_SIMULATOR

#include <cuda_runtime_api.h>
#include <memory>
#include <rungs/cuda/handles.hpp>
#include <rungs/device.hpp>
#include "cases/median/case.hpp"

namespace median {

using ReadyGraph = rungs::cuda::Owner<cudaGraphExec_t, cudaGraphExecDestroy>;

/// A graph of all that `launches(stream)` launches on the stream.
template <class Launches> std::unique_ptr<ReadyGraph> record(const Launches& launches) {
  using Graph = rungs::cuda::Owner<cudaGraph_t, cudaGraphDestroy>;
  const auto stream = rungs::cuda::make_stream();
  rungs::cuda::check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
  launches(rungs::Stream{stream.get()});
  cudaGraph_t graph = nullptr;
  rungs::cuda::check(cudaStreamEndCapture(stream.get(), &graph), "cudaStreamEndCapture");
  const Graph owned(graph);
  cudaGraphExec_t ready = nullptr;
  rungs::cuda::check(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");
  return std::make_unique<ReadyGraph>(ready);
}

/// Launches the graph that is the row's state.
inline void launch_graph(const rungs::Call<Case>& call) {
  rungs::cuda::check(cudaGraphLaunch(call.state<ReadyGraph>().get(), rungs::cuda::native(call.stream)),
                     "cudaGraphLaunch");
}

}  // namespace median

#endif
