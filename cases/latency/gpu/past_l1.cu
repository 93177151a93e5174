// As gpu/global, but the loads bypass the L1: what a load from the L2 takes also for chains that the L1 would hold.
#include "cases/latency/gpu/chain.hpp"

namespace {

#ifndef RUNGS_SIMULATOR
struct Load {
  __device__ latency::Address operator()(const latency::Address* from) const { return __ldcg(from); }
};
#endif

const rungs::Variant<latency::Case> variant{{
    .idea = "loads that bypass the L1",
    .gpu_only = "it reads the GPU's clocks",
    .launch = RUNGS_GPU_ONLY(latency::follow_lines<Load>),
    .prepare = RUNGS_GPU_ONLY(latency::make_lines),
}};

}  // namespace
