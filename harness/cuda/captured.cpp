#include "harness/cuda/captured.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <exception>
#include <rungs/cuda/handles.hpp>
#include <utility>
#include <vector>

namespace rungs::cuda {
namespace {

using Graph = Owner<cudaGraph_t, cudaGraphDestroy>;

/// Empty if the launch cannot be captured.
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

/// "memset 419430400"; empty for nodes other than memsets and copies.
std::string operation_of(cudaGraphNode_t node) {
  cudaGraphNodeType type{};
  check(cudaGraphNodeGetType(node, &type), "cudaGraphNodeGetType");
  if (type == cudaGraphNodeTypeMemset) {
    cudaMemsetParams set{};
    check(cudaGraphMemsetNodeGetParams(node, &set), "cudaGraphMemsetNodeGetParams");
    return fmt::format("memset {}", set.elementSize * set.width * set.height);
  }
  if (type == cudaGraphNodeTypeMemcpy) {
    cudaMemcpy3DParms copy{};
    check(cudaGraphMemcpyNodeGetParams(node, &copy), "cudaGraphMemcpyNodeGetParams");
    return fmt::format("memcpy {}", copy.extent.width * copy.extent.height * copy.extent.depth);
  }
  return "";
}

}  // namespace

std::string driver_operations(cudaStream_t stream, const std::function<void()>& launch) {
  const Graph graph = capture(stream, launch);
  if (graph.get() == nullptr) return "";
  std::size_t count = 0;
  check(cudaGraphGetNodes(graph.get(), nullptr, &count), "cudaGraphGetNodes");
  std::vector<cudaGraphNode_t> nodes(count);
  check(cudaGraphGetNodes(graph.get(), nodes.data(), &count), "cudaGraphGetNodes");
  std::vector<std::string> found;
  for (cudaGraphNode_t node : nodes) {
    if (std::string operation = operation_of(node); !operation.empty()) found.push_back(std::move(operation));
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

}  // namespace rungs::cuda
