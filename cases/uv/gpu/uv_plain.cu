// A thread a repetition (i, j): it walks the whole repeater and stores each pixel at its place.
// Against gpu/target_loop the search goes: two products a thread instead of two divisions a pixel. But the
// threads are few, each with ten thousand stores one after the other, and a warp's 32 stores lie a lattice
// vector apart: each fills 4 bytes of a 32-byte sector of its own. Whether the sector is still in a cache
// when the thread's next stores bring the other 28 decides what this costs. Where repetitions overlap, the
// last store wins, whichever that is.
#include "cases/uv/case.hpp"
#include "cases/uv/gpu/repetitions.hpp"
#include "harness/device.hpp"

namespace {

__global__ void uv_plain(float* target, const float* repeater, uv::Repetitions repetitions) {
  uv::for_covered_pixels(repetitions, repeater, target, [](float* pixel, float value) { *pixel = value; });
}

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.target, 0, p.area() * sizeof(float), stream);
  const uv::Repetitions repetitions = uv::repetitions(p);
  rungs::launch(uv::repetition_grid(repetitions, stream), uv_plain, v.target, v.repeater, repetitions);
}

const rungs::Variant<uv::Case> variant{{
    .name = "gpu/uv_plain",
    .improves = "gpu/target_loop",
    .idea = "a thread a repetition, plain stores",
    .result = uv::Case::Result::one_of,
    .launch = launch,
}};

}  // namespace
