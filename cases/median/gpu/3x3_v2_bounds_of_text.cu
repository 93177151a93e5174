// gpu/3x3_v2 with the launch bounds of the document's text: 128 threads per block, sixteen blocks.
// The document's text and its code (gpu/3x3_v2_bounds_of_code) name different bounds. Both ask for the same
// number of threads on a multiprocessor, 2048, and so for the same number of registers; the blocks that are
// launched have 128 threads either way. No difference is expected.
#include "cases/median/case.hpp"
#include "cases/median/gpu/v2.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v2",
    .idea = "launch bounds of 128 threads and 16 blocks",
    .spills = "a few registers, so that 2048 threads fit on an SM",
    .result = median::Result::window3,
    .launch = median::launch_strips_apart<128, true>,
}};

}  // namespace
