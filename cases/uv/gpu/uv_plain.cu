// One thread per repetition (i, j): it steps through the whole repeater and stores each pixel at its place. Compared
// with gpu/target_loop, the search goes: two products per thread instead of two divisions per pixel. But there are few
// threads, each with ten thousand stores in sequence, and a warp's 32 stores are a lattice vector apart: each fills 4
// bytes of its own 32-byte sector. The cost depends on whether the sector is still in a cache when the thread's next
// stores write the other 28. Where repetitions overlap, the last store wins, whichever that is.
#include "cases/uv/gpu/repetitions.hpp"

namespace {

template <bool constant> __global__ void uv_plain(float* target, const float* repeater, uv::Launch r) {
  uv::for_pixels<constant>(r, repeater, target, [](float* pixel, float value) { *pixel = value; });
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/target_loop",
    .technique = {"output-side"},
    .step = rungs::Step::back,
    .idea = "one thread per repetition, plain stores",
    .races = "repetitions that overlap are stored in any order, as the document has them",
    .result = uv::Case::Result::one_of,
    .versions = uv::over_cleared_target(uv_plain<false>, uv_plain<true>),
    .tunable = true,
}};

}  // namespace
