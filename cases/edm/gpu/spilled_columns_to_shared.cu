// gpu/spilled_columns with its spills in shared memory, by the pragma that CUDA 13 added.
// Shared memory is not a cache: a spilled register cannot be evicted, and nothing of it goes to the L2. The
// price is shared memory, 256 times what a thread spills; the compiler takes 16 to 20 KB per block and leaves
// the rest, a third to a half, in local memory. The pragma has an effect only in a kernel without
// dynamic shared memory, so it cannot be tried on gpu/k3_shared to gpu/k6_pipeline_registers; and it moves
// spilled registers only, not an array that is indexed at run time as in gpu/k5_pipeline.
#include "cases/edm/gpu/spilled.hpp"

#if !defined(__CUDACC_VER_MAJOR__)
#define SPILLS_GO_TO_SHARED_MEMORY  // on the simulator, which has no registers
#elif __CUDACC_VER_MAJOR__ >= 13
#define SPILLS_GO_TO_SHARED_MEMORY asm volatile(".pragma \"enable_smem_spilling\";")
#endif

namespace {

__global__ void __launch_bounds__(edm::threads, edm::spilled::blocks)
    spilled_columns(float* distances, edm::Points points, unsigned n, unsigned shift) {
#ifdef SPILLS_GO_TO_SHARED_MEMORY
  SPILLS_GO_TO_SHARED_MEMORY;
#endif
  edm::spilled::put_spilled(distances, points, n, shift);
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
#ifndef SPILLS_GO_TO_SHARED_MEMORY
  throw rungs::Unsupported("spilling to shared memory needs CUDA 13");
#endif
  edm::spilled::launch_spilled<spilled_columns>(p, v, stream);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/spilled_columns",
    .technique = {"local"},
    .idea = "spills go to shared memory",
    .spills = "the compiler leaves a part of them in local memory",
    .launch = launch,
}};

}  // namespace
