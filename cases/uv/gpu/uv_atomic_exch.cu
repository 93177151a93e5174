// gpu/uv_plain with atomicExch in place of the store; what it returns is not used.
// The same values go to the same places, and one would expect an atomic to cost more. But atomics are carried
// out in the L2 and pass the L1 by, so that the way of the 4 bytes is another one. The deck found it faster
// than the store and left open why; the traffic at each level, for both, is the evidence to look at.
#include "cases/uv/case.hpp"
#include "cases/uv/gpu/repetitions.hpp"
#include "harness/device.hpp"

namespace {

__global__ void uv_atomic_exch(float* target, const float* repeater, uv::Repetitions repetitions) {
  uv::for_covered_pixels(repetitions, repeater, target,
                         [](float* pixel, float value) { atomicExch(pixel, value); });
}

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.target, 0, p.area() * sizeof(float), stream);
  const uv::Repetitions repetitions = uv::repetitions(p);
  rungs::launch(uv::repetition_grid(repetitions, stream), uv_atomic_exch, v.target, v.repeater, repetitions);
}

const rungs::Variant<uv::Case> variant{{
    .name = "gpu/uv_atomic_exch",
    .improves = "gpu/uv_plain",
    .idea = "atomicExch in place of the store",
    .result = uv::Case::Result::one_of,
    .launch = launch,
}};

}  // namespace
