// gpu/uv_plain with atomicAdd instead of the store: overlapping values are summed, and no store overwrites
// another.
// The result no longer depends on the order of the threads. Since the return value is unused, the addition
// can be sent as a reduction that the L2 performs. Compared with gpu/uv_atomic_exch, which has no such form,
// this saves sending back the result.
#include <rungs/device.hpp>

#include "cases/uv/case.hpp"
#include "cases/uv/gpu/repetitions.hpp"

namespace {

__global__ void uv_atomic_add(float* target, const float* repeater, uv::Repetitions repetitions) {
  uv::for_covered_pixels(repetitions, repeater, target,
                         [](float* pixel, float value) { atomicAdd(pixel, value); });
}

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.target, 0, p.area() * sizeof(float), stream);
  const uv::Repetitions repetitions = uv::repetitions(p);
  rungs::launch(uv::repetition_grid(repetitions, stream), uv_atomic_add, v.target, v.repeater, repetitions);
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/uv_plain",
    .idea = "atomicAdd: no overlap is lost, the result is the sum",
    .result = uv::Case::Result::sum,
    .launch = launch,
}};

}  // namespace
