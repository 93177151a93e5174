// Wrong on purpose: the fastest kernel is the one that does not run.
#include "harness/tests/wrong/ramp_kernel.hpp"

namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  static_cast<void>(p);
  static_cast<void>(v);
  static_cast<void>(stream);
}

const rungs::Variant<ramp::Case> variant{{
    .name = "gpu/does_nothing",
    .idea = "wrong: does nothing",
    .launch = launch,
}};

}  // namespace
