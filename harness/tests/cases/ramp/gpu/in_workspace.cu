// Wrong on purpose: keeps its result in the workspace, and copies it from there in later launches.
#include "cases/ramp/gpu/ramp_kernel.hpp"

namespace {

constexpr float magic = 77e7F;

__global__ void add_or_copy(float* out, const float* in, float step, float* kept, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const bool known = kept[2 * i] == magic;
  out[i] = known ? kept[2 * i + 1] : in[i] + step;
  kept[2 * i + 1] = out[i];
  kept[2 * i] = magic;
}

void launch(const rungs::Call<ramp::Case>& call) {
  const ramp::Problem& p = call.problem;
  const auto blocks = static_cast<unsigned>((p.area() + 127) / 128);
  rungs::launch({dim3(blocks), dim3(128), call.stream}, add_or_copy, call.views.out, call.views.in,
                static_cast<float>(p.step), reinterpret_cast<float*>(call.workspace), ramp::elements(p));
}

std::size_t workspace_bytes(const ramp::Problem& p) { return 2 * p.area() * sizeof(float); }

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: keeps its result in the workspace",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
