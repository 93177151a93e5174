// NPP's nppiFilterMedian, the library function that a CUDA program would call, once per frame.
// It filters with any mask size, and is called for the inner pixels only.
#include "cases/median/peer/npp_median.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .idea = "nppiFilterMedian_8u_C1R_Ctx",
    .result = median::Result::window5,
    .launch_with_workspace = median::npp_filter<5>,
    .workspace_bytes = median::npp_workspace_bytes<5>,
}};

}  // namespace
