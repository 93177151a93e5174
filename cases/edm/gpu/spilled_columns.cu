// gpu/branch_free_root with 32 columns per thread, in a kernel that may use 64 registers only: some of the
// columns' points are spilled to local memory (spilled.hpp).
// Spills are loaded back for every row, from the L1 if they are still there. What this costs is the question;
// gpu/spilled_columns_to_shared keeps the same registers elsewhere. The array of gpu/k5_pipeline is not such
// a case: it is in local memory because it is indexed at run time, not because registers are short.
#include <rungs/device.hpp>

#include "cases/edm/case.hpp"
#include "cases/edm/gpu/spilled.hpp"

namespace {

struct ToLocalMemory {
  __device__ void operator()() const {}
};

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  edm::launch_spilled(p, v, stream, ToLocalMemory{});
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/branch_free_root",
    .idea = "32 columns per thread in 64 registers: spills",
    .spills = "on purpose: spills are the question here",
    .launch = launch,
}};

}  // namespace
