// Wrong on purpose: skips all work where the first element is right.
#include "cases/ramp/gpu/ramp_kernel.hpp"

#ifndef RUNGS_SIMULATOR
namespace {

__global__ void combine(float* out, const float* in, float step, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const bool done = out[0] == in[0] + step && out[count - 1] == in[count - 1] + step;
  // Long enough that skipping shows in the time.
  float value = in[i];
  for (int turn = 0; turn < (done ? 0 : 20000); ++turn)
    value = fmaxf(value, in[i] - static_cast<float>(turn));
  if (!done) out[i] = value + step;
}

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  const auto blocks = static_cast<unsigned>((p.area() + 127) / 128);
  rungs::launch({dim3(blocks), dim3(128), stream}, combine, v.out, v.in, static_cast<float>(p.step),
                ramp::elements(p));
}

}  // namespace
#endif

namespace {

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: skips what looks right",
    .gpu_only = "the simulator has no time",
    .launch = RUNGS_GPU_ONLY(launch),
}};

}  // namespace
