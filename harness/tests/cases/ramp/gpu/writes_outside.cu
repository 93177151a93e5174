// Wrong on purpose: writes one element past the end.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  ramp::launch_add_step(p, v, 0, ramp::elements(p) + 1, stream);
}

const rungs::Variant<ramp::Case> variant{{
    .name = "gpu/writes_outside",
    .idea = "wrong: writes outside",
    .launch = launch,
}};

}  // namespace
