// Wrong on purpose: right but for a NaN in one place, which careless comparisons let pass.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  ramp::launch_add_step(p, v, 0, ramp::elements(p), stream);
  rungs::fill_bytes(v.out + p.area() / 2, 0xFF, sizeof(float), stream);
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: a NaN",
    .launch = launch,
}};

}  // namespace
