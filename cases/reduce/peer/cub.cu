// cub::DeviceReduce, which a user would otherwise pick.
// It tunes itself to the GPU, loads 16 bytes at a time and leaves a value a block, as the trees do, but for
// as many blocks as the GPU holds at once, so that a second small launch is always enough.
#include "cases/reduce/peer/cub.hpp"

namespace {

void launch(const reduce::Problem& p, const reduce::Views& v, std::byte* workspace, rungs::Stream stream) {
  std::size_t bytes = reduce::cub_workspace_bytes<std::uint32_t>(p);
  reduce::call_cub(p, v.source, v.result, workspace, bytes, rungs::cuda::native(stream));
}

const rungs::Variant<reduce::Case> variant{{
    .name = "peer/cub",
    .idea = "cub::DeviceReduce",
    .launch_with_workspace = launch,
    .workspace_bytes = reduce::cub_workspace_bytes<std::uint32_t>,
}};

}  // namespace
