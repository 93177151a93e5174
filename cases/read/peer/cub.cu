// cub::DeviceReduce::Sum, the library call that a user would choose.
#include <cub/device/device_reduce.cuh>
#include <rungs/cuda/check.hpp>
#include <rungs/device.hpp>

#include "cases/read/case.hpp"

namespace {

namespace read = rungs::ceilings::read;

/// Sums if there is a workspace; otherwise returns the bytes that it needs.
std::size_t call(const read::Problem& p, const read::Views& v, std::byte* workspace, cudaStream_t stream,
                 std::size_t bytes = 0) {
  rungs::cuda::check(cub::DeviceReduce::Sum(workspace, bytes, v.source, v.sum, p.area(), stream),
                     "cub::DeviceReduce::Sum");
  return bytes;
}

std::size_t workspace_bytes(const read::Problem& p) { return call(p, {}, nullptr, nullptr); }

void launch(const read::Problem& p, const read::Views& v, std::byte* workspace, rungs::Stream stream) {
  call(p, v, workspace, rungs::cuda::native(stream), workspace_bytes(p));
}

const rungs::Variant<read::Case> variant{{
    .idea = "cub::DeviceReduce::Sum",
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
