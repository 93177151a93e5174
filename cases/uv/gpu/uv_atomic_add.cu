// gpu/uv_plain with atomicAdd instead of the store: overlapping values are summed, and no store overwrites another. The
// result no longer depends on the order of the threads. Since the return value is unused, the addition can be sent as a
// reduction that the L2 performs. Compared with gpu/uv_atomic_exch, which has no such form, this saves sending back the
// result.
#include "cases/uv/gpu/repetitions.hpp"

namespace {

template <bool constant> __global__ void uv_atomic_add(float* target, const float* repeater, uv::Launch r) {
  uv::for_pixels<constant>(r, repeater, target, [](float* pixel, float value) { atomicAdd(pixel, value); });
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/uv_plain",
    .technique = {"red"},
    .idea = "atomicAdd: no overlap is lost, the result is the sum",
    .result = uv::Case::Result::sum,
    .versions = uv::over_cleared_target(uv_atomic_add<false>, uv_atomic_add<true>),
    .tunable = true,
}};

}  // namespace
