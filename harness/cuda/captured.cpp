#include "harness/cuda/captured.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <rungs/cuda/side_streams.hpp>
#include <utility>

namespace rungs::cuda {
namespace {

/// What `launch` queues on `stream`; empty if it cannot be captured (it waits inside, or allocates).
Graph capture(cudaStream_t stream, const std::function<void()>& launch) {
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess) {
    ignore(cudaGetLastError());
    return {};
  }
  bool whole = true;
  try {
    launch();
  } catch (const std::exception&) {
    whole = false;
  }
  cudaGraph_t captured = nullptr;
  ignore(cudaStreamEndCapture(stream, &captured));
  ignore(cudaGetLastError());  // so that later rows do not see this error
  Graph graph(captured);
  return whole ? std::move(graph) : Graph();
}

std::vector<cudaGraphNode_t> nodes_of(cudaGraph_t graph) {
  std::size_t count = 0;
  check(cudaGraphGetNodes(graph, nullptr, &count), "cudaGraphGetNodes");
  std::vector<cudaGraphNode_t> nodes(count);
  if (count > 0) check(cudaGraphGetNodes(graph, nodes.data(), &count), "cudaGraphGetNodes");
  return nodes;
}

cudaGraphNodeType type_of(cudaGraphNode_t node) {
  cudaGraphNodeType type{};
  check(cudaGraphNodeGetType(node, &type), "cudaGraphNodeGetType");
  return type;
}

/// Empty for nodes other than memsets and copies.
std::optional<Metric> operation_of(cudaGraphNode_t node) {
  const cudaGraphNodeType type = type_of(node);
  if (type == cudaGraphNodeTypeMemset) {
    cudaMemsetParams set{};
    check(cudaGraphMemsetNodeGetParams(node, &set), "cudaGraphMemsetNodeGetParams");
    return Metric{"memset", static_cast<double>(set.elementSize * set.width * set.height), "bytes"};
  }
  if (type == cudaGraphNodeTypeMemcpy) {
    cudaMemcpy3DParms copy{};
    check(cudaGraphMemcpyNodeGetParams(node, &copy), "cudaGraphMemcpyNodeGetParams");
    const auto& [width, height, depth] = copy.extent;
    return Metric{"memcpy", static_cast<double>(width * height * depth), "bytes"};
  }
  return std::nullopt;
}

/// Throws Unsupported if the nodes do not follow each other one by one, or are of a kind that is not ours to arrange.
void require_one_stream(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& nodes) {
  for (cudaGraphNode_t node : nodes) {
    const cudaGraphNodeType type = type_of(node);
    if (type == cudaGraphNodeTypeGraph) throw Unsupported("launches a graph of its own");
    if (type == cudaGraphNodeTypeHost) throw Unsupported("calls a function of the host in its stream");
  }
  std::size_t edges = 0;
  const cudaError_t asked = cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  if (asked != cudaSuccess || edges + 1 != nodes.size()) {
    ignore(cudaGetLastError());
    throw Unsupported("works on several streams");
  }
}

int resident_blocks(const cudaKernelNodeParams& params, std::size_t shared_bytes) {
  int blocks = 0;
  const auto threads = static_cast<int>(params.blockDim.x * params.blockDim.y * params.blockDim.z);
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, params.func, threads, shared_bytes),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks;
}

}  // namespace

std::vector<Metric> driver_operations(cudaStream_t stream, const std::function<void()>& launch) {
  const Graph graph = capture(stream, launch);
  if (graph.get() == nullptr) return {};
  std::vector<Metric> found;
  for (cudaGraphNode_t node : nodes_of(graph.get())) {
    if (auto operation = operation_of(node)) found.push_back(std::move(*operation));
  }
  return found;
}

CapturedKernels::CapturedKernels(cudaStream_t stream, const std::function<void()>& launch, unsigned multiprocessors) {
  const unsigned long forks_before = forks();
  graph_ = capture(stream, launch);
  if (graph_.get() == nullptr) throw Unsupported("its launch cannot be captured: it waits inside, or allocates");
  if (forks() != forks_before) throw Unsupported("works on side streams");
  const std::vector<cudaGraphNode_t> nodes = nodes_of(graph_.get());
  if (!nodes.empty()) require_one_stream(graph_.get(), nodes);
  for (cudaGraphNode_t node : nodes) {
    if (type_of(node) == cudaGraphNodeTypeKernel) kernels_.push_back(kernel_of(node, multiprocessors));
  }
  if (kernels_.empty()) throw Unsupported("launches no kernel on its stream");
}

void CapturedKernels::restore() noexcept {
  for (const Kernel& one : kernels_) {
    ignore(cudaFuncSetAttribute(one.params.func, cudaFuncAttributePreferredSharedMemoryCarveout,
                                one.own.preferredShmemCarveout));
    ignore(cudaFuncSetAttribute(one.params.func, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                one.own.maxDynamicSharedSizeBytes));
  }
  ignore(cudaGetLastError());
}

CapturedKernels::Kernel CapturedKernels::kernel_of(cudaGraphNode_t node, unsigned multiprocessors) const {
  Kernel kernel;
  kernel.node = node;
  cudaLaunchAttributeValue cooperative{};
  if (cudaGraphKernelNodeGetParams(node, &kernel.params) != cudaSuccess ||
      cudaFuncGetAttributes(&kernel.own, kernel.params.func) != cudaSuccess) {
    ignore(cudaGetLastError());
    throw Unsupported("launches a kernel that the runtime does not know, such as a library's");
  }
  check(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeCooperative, &cooperative),
        "cudaGraphKernelNodeGetAttribute");
  if (cooperative.cooperative != 0) throw Unsupported("its blocks wait for each other (a cooperative launch)");
  const dim3& grid = kernel.params.gridDim;
  const std::size_t blocks = std::size_t{grid.x} * grid.y * grid.z;
  const int most = resident_blocks(kernel.params, kernel.params.sharedMemBytes);
  if (blocks % multiprocessors == 0 && blocks / multiprocessors <= static_cast<std::size_t>(most)) {
    throw Unsupported(
        fmt::format("its grid of {} blocks is sized for all {} multiprocessors", blocks, multiprocessors));
  }
  kernel.resident = std::min(most, static_cast<int>((blocks + multiprocessors - 1) / multiprocessors));
  return kernel;
}

double CapturedKernels::cap(const Kernel& kernel, double share) {
  cudaKernelNodeParams params{};  // asked anew: its pointers to arguments are valid until the node is changed
  check(cudaGraphKernelNodeGetParams(kernel.node, &params), "cudaGraphKernelNodeGetParams");
  params.sharedMemBytes = kernel.params.sharedMemBytes;
  check(
      cudaFuncSetAttribute(params.func, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared),
      "cudaFuncSetAttribute");
  int left = kernel.resident;
  if (share < 1 && kernel.resident > 1) {
    const int wanted = std::clamp(static_cast<int>(std::lround(share * kernel.resident)), 1, kernel.resident - 1);
    const int all = device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    const int reserved = device_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
    const int held = static_cast<int>(kernel.own.sharedSizeBytes);
    constexpr int granularity = 128;
    const int bytes = std::min(all / wanted - reserved, most) / granularity * granularity - held;
    params.sharedMemBytes = std::max(params.sharedMemBytes, static_cast<unsigned>(std::max(bytes, 0)));
    check(cudaFuncSetAttribute(params.func, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               std::max(static_cast<int>(params.sharedMemBytes), kernel.own.maxDynamicSharedSizeBytes)),
          "cudaFuncSetAttribute");
    left = std::min(kernel.resident, resident_blocks(params, params.sharedMemBytes));
  }
  check(cudaGraphKernelNodeSetParams(kernel.node, &params), "cudaGraphKernelNodeSetParams");
  return static_cast<double>(left) / kernel.resident;
}

double CapturedKernels::cap(double share) {
  double left = 0;
  for (const Kernel& one : kernels_) left += cap(one, share);
  cudaGraphExec_t made = nullptr;
  check(cudaGraphInstantiate(&made, graph_.get(), 0), "cudaGraphInstantiate");
  executable_ = Owner<cudaGraphExec_t, cudaGraphExecDestroy>(made);
  return left / static_cast<double>(kernels_.size());
}

void CapturedKernels::launch(cudaStream_t stream) {
  check(cudaGraphLaunch(executable_.get(), stream), "cudaGraphLaunch");
}

}  // namespace rungs::cuda
