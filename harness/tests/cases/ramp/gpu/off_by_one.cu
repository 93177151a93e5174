// Wrong on purpose: the last element is forgotten.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  if (ramp::elements(p) > 1) ramp::launch_add_step(p, v, 0, ramp::elements(p) - 1, stream);
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: off by one",
    .launch = launch,
}};

}  // namespace
