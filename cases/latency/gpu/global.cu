// Loads from global memory, through all caches. With the number of lines the chain leaves one cache after the
// other: the L1, the L2, and the reach of the TLBs. The steps of the curve over --sizes are their sizes.
#include "cases/latency/gpu/chain.hpp"

namespace {

#ifndef RUNGS_SIMULATOR
struct Load {
  __device__ latency::Address operator()(const latency::Address* from) const { return __ldca(from); }
};
#endif

const rungs::Variant<latency::Case> variant{{
    .idea = "loads from global memory through L1 and L2",
    .gpu_only = "it reads the GPU's clocks",
    .launch = RUNGS_GPU_ONLY(latency::follow_lines<Load>),
    .prepare = RUNGS_GPU_ONLY(latency::make_lines),
}};

}  // namespace
