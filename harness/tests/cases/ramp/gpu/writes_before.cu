// Wrong on purpose: writes one element before the start.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  ramp::launch_add_step(p, v, -1, ramp::elements(p), stream);
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: writes before the start",
    .launch = launch,
}};

}  // namespace
