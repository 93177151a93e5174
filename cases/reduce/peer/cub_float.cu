// cub::DeviceReduce on floats, beside gpu/evict_first_float. Otherwise as peer/cub.
#include <cub/device/device_reduce.cuh>
#include <limits>

#include "cases/reduce/case.hpp"
#include "harness/device.hpp"

namespace {

/// One of CUB's two calls: with no `storage` it sets `bytes` to what it needs, otherwise it runs.
template <class Count>
void call_cub(const reduce::Problem& p, const reduce::Views& v, void* storage, std::size_t& bytes,
              Count count, cudaStream_t stream) {
  const cudaError_t status =
      p.op == reduce::Op::sum
          ? cub::DeviceReduce::Sum(storage, bytes, v.floats, v.float_result, count, stream)
          : cub::DeviceReduce::Max(storage, bytes, v.floats, v.float_result, count, stream);
  rungs::cuda::check(status, "cub::DeviceReduce");
}

/// CUB's indices are as wide as the count that it is given: 32 bits where those are enough.
void call_cub(const reduce::Problem& p, const reduce::Views& v, void* storage, std::size_t& bytes,
              cudaStream_t stream) {
  if (p.area() <= std::numeric_limits<std::uint32_t>::max()) {
    call_cub(p, v, storage, bytes, static_cast<std::uint32_t>(p.area()), stream);
  } else {
    call_cub(p, v, storage, bytes, p.area(), stream);
  }
}

std::size_t workspace_bytes(const reduce::Problem& p) {
  std::size_t bytes = 0;
  call_cub(p, {}, nullptr, bytes, nullptr);
  return bytes;
}

void launch(const reduce::Problem& p, const reduce::Views& v, std::byte* workspace, rungs::Stream stream) {
  std::size_t bytes = workspace_bytes(p);
  call_cub(p, v, workspace, bytes, rungs::cuda::native(stream));
}

const rungs::Variant<reduce::Case> variant{{
    .name = "peer/cub_float",
    .idea = "cub::DeviceReduce on floats",
    .result = reduce::Result::floats,
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
