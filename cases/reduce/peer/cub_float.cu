// cub::DeviceReduce on floats, to compare with gpu/evict_first_float. Otherwise like peer/cub.
#include "cases/reduce/peer/cub.hpp"

namespace {

const rungs::Variant<reduce::Case> variant{{
    .idea = "cub::DeviceReduce on floats",
    .result = reduce::Result::floats,
    .launch = reduce::launch_cub<&reduce::Views::floats, &reduce::Views::float_result>,
    .workspace_bytes = reduce::cub_workspace_bytes<float>,
}};

}  // namespace
