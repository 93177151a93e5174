// gpu/3x3_v2 with the launch bounds of the document's code: 256 threads per block, eight blocks.
// That many threads fill a multiprocessor, so the compiler may give each at most 32 registers on a chip that
// holds 2048. More warps can hide more of a load's latency. But 36 addresses of 64 bits need more registers
// than that: some values are kept in local memory. Where a multiprocessor holds fewer threads, the bounds ask
// for as many blocks as fit.
#include "cases/median/case.hpp"
#include "cases/median/gpu/v2.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v2",
    .idea = "launch bounds of 256 threads and 8 blocks",
    .spills = "a few registers, so that 2048 threads fit on an SM",
    .result = median::Result::window3,
    .launch = median::launch_strips_apart<256, true>,
}};

}  // namespace
