// cub::DeviceReduce, the library call that a user would choose.
// It tunes itself to the GPU, loads 16 bytes at a time and leaves one value per block, as the trees do. But
// it launches only as many blocks as the GPU holds at once, so that a second small launch is always enough.
#include "cases/reduce/peer/cub.hpp"

namespace {

const rungs::Variant<reduce::Case> variant{{
    .idea = "cub::DeviceReduce",
    .launch = reduce::launch_cub<&reduce::Views::source, &reduce::Views::result>,
    .workspace_bytes = reduce::cub_workspace_bytes<std::uint32_t>,
}};

}  // namespace
