#include "harness/cuda/captured.hpp"
#include <exception>
#include <optional>
#include <utility>

namespace rungs::cuda {

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

namespace {

/// Empty for nodes other than memsets and copies.
std::optional<Metric> operation_of(cudaGraphNode_t node) {
  cudaGraphNodeType type{};
  check(cudaGraphNodeGetType(node, &type), "cudaGraphNodeGetType");
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

}  // namespace rungs::cuda
