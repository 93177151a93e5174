// Wrong on purpose: works on the default stream in place of the one it was given, so that events see nothing
// of it.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  static_cast<void>(stream);
  ramp::launch_add_step(p, v, 0, ramp::elements(p), rungs::Stream{});
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: other stream",
    .launch = launch,
}};

}  // namespace
