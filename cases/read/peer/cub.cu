// cub::DeviceReduce::Sum, the library call that a user would choose.
#include <cub/device/device_reduce.cuh>
#include <rungs/cuda/check.hpp>
#include <rungs/device.hpp>
#include "cases/read/case.hpp"

namespace {

namespace read = rungs::ceilings::read;

/// Sums if there is a workspace; otherwise returns the bytes that it needs.
std::size_t sum(const read::Problem& p, const read::Views& v, std::byte* workspace, cudaStream_t stream,
                std::size_t bytes = 0) {
  rungs::cuda::check(cub::DeviceReduce::Sum(workspace, bytes, v.source, v.sum, p.area(), stream),
                     "cub::DeviceReduce::Sum");
  return bytes;
}

std::size_t workspace_bytes(const read::Problem& p) { return sum(p, {}, nullptr, nullptr); }

void launch(const rungs::Call<read::Case>& call) {
  sum(call.problem, call.views, call.workspace, rungs::cuda::native(call.stream), workspace_bytes(call.problem));
}

const rungs::Variant<read::Case> variant{{
    .idea = "cub::DeviceReduce::Sum",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
