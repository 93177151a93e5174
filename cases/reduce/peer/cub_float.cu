// cub::DeviceReduce on floats, to compare with gpu/evict_first_float. Otherwise like peer/cub.
#include "cases/reduce/peer/cub.hpp"

namespace {

void launch(const reduce::Problem& p, const reduce::Views& v, std::byte* workspace, rungs::Stream stream) {
  std::size_t bytes = reduce::cub_workspace_bytes<float>(p);
  reduce::call_cub(p, v.floats, v.float_result, workspace, bytes, rungs::cuda::native(stream));
}

const rungs::Variant<reduce::Case> variant{{
    .idea = "cub::DeviceReduce on floats",
    .result = reduce::Result::floats,
    .launch_with_workspace = launch,
    .workspace_bytes = reduce::cub_workspace_bytes<float>,
}};

}  // namespace
