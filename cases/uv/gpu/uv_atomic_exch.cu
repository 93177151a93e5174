// gpu/uv_plain with atomicExch instead of the store; its return value is unused.
// The same values go to the same addresses, and one would expect an atomic to cost more. But atomics are
// performed in the L2 and bypass the L1, so the 4 bytes take another path. The deck found it faster than the
// store and left open why; the traffic at each level, for both, is the evidence to look at.
#include "cases/uv/gpu/repetitions.hpp"

namespace {

template <bool constant> __global__ void uv_atomic_exch(float* target, const float* repeater, uv::Launch r) {
  uv::for_pixels<constant>(r, repeater, target, [](float* pixel, float value) { atomicExch(pixel, value); });
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/uv_plain",
    .technique = {"red"},
    .idea = "atomicExch instead of the store",
    .result = uv::Case::Result::one_of,
    .versions = uv::over_cleared_target(uv_atomic_exch<false>, uv_atomic_exch<true>),
    .tunable = true,
}};

}  // namespace
