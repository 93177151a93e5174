// NPP's nppiFilterMedian, the library function that a CUDA program would call, once per frame.
#include "cases/median/peer/npp.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .idea = "nppiFilterMedian_8u_C1R_Ctx",
    .result = median::Result::window5,
    .launch = median::launch_median<5>,
    .workspace_bytes = median::median_bytes<5>,
}};

}  // namespace
