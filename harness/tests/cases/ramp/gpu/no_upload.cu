// Wrong on purpose: says that its time includes the copies, but leaves the upload out.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

void launch(const rungs::Call<ramp::Case>& call) {
  ramp::launch_add_step(call.problem, call.views, 0, ramp::elements(call.problem), call.stream);
  rungs::download(call.host.out, call.views.out, call.problem.area(), call.stream);
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: no upload",
    .launch = launch,
    .memory = rungs::copies_itself,
}};

}  // namespace
