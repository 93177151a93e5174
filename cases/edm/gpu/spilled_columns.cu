// gpu/branch_free_root with 32 columns per thread, in a kernel that may use 64 registers only: some of the
// columns' points are spilled to local memory.
// Spills are loaded back for every row, from the L1 if they are still there. What this costs is the question;
// gpu/spilled_columns_to_shared keeps the same registers elsewhere. The array of gpu/k5_pipeline is not such
// a case: it is in local memory because it is indexed at run time, not because registers are short.
#include "cases/edm/gpu/spilled.hpp"

namespace {

__global__ void __launch_bounds__(edm::threads, edm::spilled::blocks)
    spilled_columns(float* distances, edm::Points points, unsigned n, unsigned shift) {
  edm::spilled::put_spilled(distances, points, n, shift);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/branch_free_root",
    .technique = {"local"},
    .step = rungs::Step::back,
    .idea = "32 columns per thread in 64 registers: spills",
    .spills = "on purpose: spills are the question here",
    .launch = edm::spilled::launch_spilled<spilled_columns>,
}};

}  // namespace
