// Wrong on purpose: the fastest kernel is the one that does not run.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  static_cast<void>(p);
  static_cast<void>(v);
  static_cast<void>(stream);
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: does nothing",
    .launch = launch,
}};

}  // namespace
