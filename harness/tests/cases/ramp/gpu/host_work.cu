// Works on the host inside its launch, for 3 ms that no event sees while the stream is blocked.
#include "cases/ramp/gpu/ramp_kernel.hpp"

#ifndef RUNGS_SIMULATOR
#include <chrono>

namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(3);
  while (std::chrono::steady_clock::now() < until) {
  }
  ramp::launch_add_step(p, v, 0, ramp::elements(p), stream);
}

}  // namespace
#endif

namespace {

const rungs::Variant<ramp::Case> variant{{
    .idea = "works on the host",
    .gpu_only = "the simulator has no time",
    .launch = RUNGS_GPU_ONLY(launch),
}};

}  // namespace
