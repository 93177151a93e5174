// Wrong on purpose: a second stream does the second half, and the first one does not wait for it.
#include "cases/ramp/gpu/ramp_kernel.hpp"

#ifndef RUNGS_SIMULATOR
#include <rungs/cuda/handles.hpp>

namespace {

/// So long that the end of the first stream does not hide it.
__global__ void add_late(float* out, const float* in, float step, long long first, long long last) {
  const long long until = clock64() + 400'000;
  while (clock64() < until) {
  }
  const long long i = first + static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < last) out[i] = in[i] + step;
}

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  static const rungs::cuda::OwnedStream side = rungs::cuda::make_stream();
  static const rungs::cuda::OwnedEvent forked = rungs::cuda::make_event();
  const long long half = ramp::elements(p) / 2;
  auto* const own = static_cast<cudaStream_t>(stream.handle);
  rungs::cuda::check(cudaEventRecord(forked.get(), own), "cudaEventRecord");
  rungs::cuda::check(cudaStreamWaitEvent(side.get(), forked.get()), "cudaStreamWaitEvent");
  ramp::launch_add_step(p, v, 0, half, stream);
  const auto blocks = static_cast<unsigned>((ramp::elements(p) - half + 127) / 128);
  add_late<<<blocks, 128, 0, side.get()>>>(v.out, v.in, static_cast<float>(p.step), half, ramp::elements(p));
}

}  // namespace
#endif

namespace {

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: a side stream that nobody waits for",
    .gpu_only = "it has a second stream",
    .launch = RUNGS_GPU_ONLY(launch),
}};

}  // namespace
