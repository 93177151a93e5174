// cub::DeviceReduce on floats, to compare with gpu/evict_first_float. Otherwise like peer/cub.
#include "cases/reduce/peer/cub.hpp"

namespace {

void launch(const rungs::Call<reduce::Case>& call) {
  std::size_t bytes = reduce::cub_workspace_bytes<float>(call.problem);
  reduce::call_cub(call.problem, call.views.floats, call.views.float_result, call.workspace, bytes,
                   rungs::cuda::native(call.stream));
}

const rungs::Variant<reduce::Case> variant{{
    .idea = "cub::DeviceReduce on floats",
    .result = reduce::Result::floats,
    .launch = launch,
    .workspace_bytes = reduce::cub_workspace_bytes<float>,
}};

}  // namespace
