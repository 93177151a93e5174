// Wrong on purpose: says that its time includes the copies, but leaves the upload out.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

void launch(const ramp::Problem& p, const ramp::Views& device, const ramp::Views& host,
            rungs::Stream stream) {
  ramp::launch_add_step(p, device, 0, ramp::elements(p), stream);
  rungs::download(host.out, device.out, p.area(), stream);
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: no upload",
    .launch_with_copies = launch,
}};

}  // namespace
