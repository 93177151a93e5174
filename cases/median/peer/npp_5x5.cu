// NPP's nppiFilterMedian, the library function that a CUDA program would call; a call a frame.
// It filters any mask, and is told to leave the border out.
#include "cases/median/peer/npp_median.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .name = "peer/npp_5x5",
    .idea = "nppiFilterMedian_8u_C1R_Ctx",
    .gpu_only = "NPP is a library for GPUs",
    .result = median::Result::window5,
    .launch_with_workspace = median::npp_filter<5>,
    .workspace_bytes = median::npp_workspace_bytes<5>,
}};

}  // namespace
