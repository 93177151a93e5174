// gpu/uv_plain with atomicExch instead of the store; its return value is unused.
// The same values go to the same addresses, and one would expect an atomic to cost more. But atomics are
// performed in the L2 and bypass the L1, so the 4 bytes take another path. The deck found it faster than the
// store and left open why; the traffic at each level, for both, is the evidence to look at.
#include <rungs/device.hpp>

#include "cases/uv/case.hpp"
#include "cases/uv/gpu/repetitions.hpp"

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
    .improves = "gpu/uv_plain",
    .idea = "atomicExch instead of the store",
    .result = uv::Case::Result::one_of,
    .launch = launch,
}};

}  // namespace
