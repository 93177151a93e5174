// A launch captured into a graph instead of run: its driver operations, and its kernels with fewer resident blocks,
// without a change of their code.
#pragma once

#include <cuda_runtime_api.h>
#include <functional>
#include <rungs/core/work.hpp>
#include <rungs/cuda/handles.hpp>
#include <vector>

namespace rungs::cuda {

using Graph = Owner<cudaGraph_t, cudaGraphDestroy>;

/// The memsets and copies that `launch` queues on `stream`: "memset" or "memcpy" with its bytes each.
/// Empty if there are none, or if the launch cannot be captured.
[[nodiscard]] std::vector<Metric> driver_operations(cudaStream_t stream, const std::function<void()>& launch);

/// Captures a launch once.
class CapturedKernels {
 public:
  /// Throws Unsupported, with the reason, for launches that an experiment would measure wrongly: no kernel, a graph of
  /// their own, side streams, work of the host, a cooperative launch, a grid sized for the device's `multiprocessors`.
  CapturedKernels(cudaStream_t stream, const std::function<void()>& launch, unsigned multiprocessors);
  ~CapturedKernels() { restore(); }

  /// Caps the blocks that a multiprocessor holds at about this share of what it holds now, by unused dynamic shared
  /// memory; at 1 there is no cap. In both cases the kernels then prefer the most shared memory, so that the size of
  /// the L1 is the same. Returns the share that is left, the mean over its kernels; one with one block on each keeps
  /// it.
  double cap(double share);
  /// Gives the functions of its kernels back the attributes that they had.
  void restore() noexcept;
  /// Launches the graph as it was capped last.
  void launch(cudaStream_t stream);

 private:
  struct Kernel {
    cudaGraphNode_t node = nullptr;
    cudaKernelNodeParams params = {};
    cudaFuncAttributes own = {};  ///< of its function, before anything was changed
    int resident = 0;             ///< blocks on each multiprocessor, of this grid
  };
  [[nodiscard]] Kernel kernel_of(cudaGraphNode_t node, unsigned multiprocessors) const;
  /// The share of a kernel's resident blocks that is left.
  double cap(const Kernel& kernel, double share);

  Graph graph_;
  Owner<cudaGraphExec_t, cudaGraphExecDestroy> executable_;
  std::vector<Kernel> kernels_;
};

}  // namespace rungs::cuda
