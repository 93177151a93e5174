// cub::DeviceReduce::Sum, which a user would otherwise pick.
#include <cub/device/device_reduce.cuh>

#include "cases/read/case.hpp"
#include "harness/cuda/check.hpp"
#include "harness/device.hpp"

namespace {

/// Sums where there is a workspace; without one tells how many bytes it needs.
std::size_t call(const read_plane::Problem& p, const read_plane::Views& v, std::byte* workspace,
                 cudaStream_t stream, std::size_t bytes = 0) {
  rungs::cuda::check(cub::DeviceReduce::Sum(workspace, bytes, v.source, v.sum, p.area(), stream),
                     "cub::DeviceReduce::Sum");
  return bytes;
}

std::size_t workspace_bytes(const read_plane::Problem& p) { return call(p, {}, nullptr, nullptr); }

void launch(const read_plane::Problem& p, const read_plane::Views& v, std::byte* workspace,
            rungs::Stream stream) {
  call(p, v, workspace, rungs::cuda::native(stream), workspace_bytes(p));
}

const rungs::Variant<read_plane::Case> variant{{
    .name = "peer/cub",
    .idea = "cub::DeviceReduce::Sum",
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
