// gpu/spilled_columns with its spills in shared memory, by the pragma that CUDA 13 added.
// Shared memory is not a cache: a spilled register cannot be evicted, and nothing of it goes to the L2. The
// price is shared memory, 256 times what a thread spills; the compiler takes 16 to 20 KB per block and leaves
// the rest, a third to a half, in local memory. The pragma has an effect only in a kernel without
// dynamic shared memory, so it cannot be tried on gpu/k3_shared to gpu/k6_pipeline_registers; and it moves
// spilled registers only, not an array that is indexed at run time as in gpu/k5_pipeline.
#include <rungs/device.hpp>

#include "cases/edm/case.hpp"
#include "cases/edm/gpu/spilled.hpp"

#if !defined(__CUDACC_VER_MAJOR__)
#define SPILLS_GO_TO_SHARED_MEMORY  // on the simulator, which has no registers
#elif __CUDACC_VER_MAJOR__ >= 13
#define SPILLS_GO_TO_SHARED_MEMORY asm volatile(".pragma \"enable_smem_spilling\";")
#endif

namespace {

struct ToSharedMemory {
  __device__ void operator()() const {
#ifdef SPILLS_GO_TO_SHARED_MEMORY
    SPILLS_GO_TO_SHARED_MEMORY;
#endif
  }
};

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
#ifndef SPILLS_GO_TO_SHARED_MEMORY
  throw rungs::Unsupported("spilling to shared memory needs CUDA 13");
#endif
  edm::launch_spilled(p, v, stream, ToSharedMemory{});
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/spilled_columns",
    .idea = "spills go to shared memory",
    .spills = "the compiler leaves a part of them in local memory",
    .launch = launch,
}};

}  // namespace
