// Wrong on purpose: skips every second launch.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  static unsigned calls = 0;
  if (++calls % 2 == 1) ramp::launch_add_step(p, v, 0, ramp::elements(p), stream);
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: every second launch",
    .launch = launch,
}};

}  // namespace
