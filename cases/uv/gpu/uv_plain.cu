// One thread per repetition (i, j): it steps through the whole repeater and stores each pixel at its place.
// Compared with gpu/target_loop, the search goes: two products per thread instead of two divisions per pixel.
// But there are few threads, each with ten thousand stores in sequence, and a warp's 32 stores are a lattice
// vector apart: each fills 4 bytes of its own 32-byte sector. The cost depends on whether the sector is still
// in a cache when the thread's next stores write the other 28. Where repetitions overlap, the last store
// wins, whichever that is.
#include <rungs/device.hpp>

#include "cases/uv/case.hpp"
#include "cases/uv/gpu/repetitions.hpp"

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
    .improves = "gpu/target_loop",
    .idea = "one thread per repetition, plain stores",
    .result = uv::Case::Result::one_of,
    .launch = launch,
}};

}  // namespace
