// Wrong on purpose: writes only over NaN, as if that marked what is left to do.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

__global__ void combine(float* out, const float* in, float step, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  if (out[i] != out[i]) out[i] = in[i] + step;
}

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  const auto blocks = static_cast<unsigned>((p.area() + 127) / 128);
  rungs::launch({dim3(blocks), dim3(128), stream}, combine, v.out, v.in, static_cast<float>(p.step),
                ramp::elements(p));
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: writes over NaN only",
    .launch = launch,
}};

}  // namespace
