// Wrong on purpose: computes once for each output, and relies on the result still being there.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  static const float* known = nullptr;
  if (v.out != known) ramp::launch_add_step(p, v, 0, ramp::elements(p), stream);
  known = v.out;
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: knows its memory",
    .launch = launch,
}};

}  // namespace
