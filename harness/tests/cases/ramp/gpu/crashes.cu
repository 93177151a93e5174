// Wrong on purpose: writes where no memory is, which ends the life of the process's state on the device.
#include "cases/ramp/gpu/ramp_kernel.hpp"

#ifndef RUNGS_SIMULATOR
namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  constexpr long long far_away = 1LL << 44;
  ramp::launch_add_step(p, {v.in, v.out + far_away}, 0, ramp::elements(p), stream);
}

}  // namespace
#endif

namespace {

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: crashes",
    .gpu_only = "it would crash the tests",
    .launch = RUNGS_GPU_ONLY(launch),
}};

}  // namespace
