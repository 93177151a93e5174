// gpu/uv_plain with atomicAdd in place of the store: the overlap adds up instead of the last store winning.
// The result no longer depends on the order of the threads. Since nobody uses what it returns, the addition
// can be sent off as a reduction that the L2 carries out; against gpu/uv_atomic_exch, which has no such form,
// the answer's way back is saved.
#include "cases/uv/case.hpp"
#include "cases/uv/gpu/repetitions.hpp"
#include "harness/device.hpp"

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
    .name = "gpu/uv_atomic_add",
    .improves = "gpu/uv_plain",
    .idea = "atomicAdd: no overlap is lost, the result is the sum",
    .result = uv::Case::Result::sum,
    .launch = launch,
}};

}  // namespace
