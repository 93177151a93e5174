// What only a GPU can show: crashes, time, and a second stream. All but one are wrong on purpose.
#include "cases/ramp/gpu/ramp_kernel.hpp"

#ifndef RUNGS_SIMULATOR
#include <chrono>
#include <rungs/cuda/handles.hpp>

namespace {

using ramp::Problem;
using ramp::Views;
using rungs::Stream;

/// Writes where no memory is, which ends the life of the process's state on the device.
void launch_far_away(const Problem& p, const Views& v, Stream stream) {
  constexpr long long far_away = 1LL << 44;
  ramp::launch_add_step(p, {v.in, v.out + far_away}, 0, ramp::elements(p), stream);
}

/// Waits until somebody else changes the first output, which nobody does.
__global__ void wait_for_change(const volatile unsigned* word) {
  const unsigned before = *word;
  while (*word == before) {
  }
}
void launch_waiting(const Problem&, const Views& v, Stream stream) {
  rungs::launch({dim3(1), dim3(1), stream}, wait_for_change, reinterpret_cast<const unsigned*>(v.out));
}

/// Works on the host inside its launch, for 3 ms that no event sees while the stream is blocked.
void launch_with_host_work(const Problem& p, const Views& v, Stream stream) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(3);
  while (std::chrono::steady_clock::now() < until) {
  }
  ramp::launch_add_step(p, v, 0, ramp::elements(p), stream);
}

/// So long that the end of the first stream does not hide it.
__global__ void add_late(float* out, const float* in, float step, long long first, long long last) {
  const long long until = clock64() + 400'000;
  while (clock64() < until) {
  }
  const long long i = first + static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < last) out[i] = in[i] + step;
}
/// A second stream does the second half, and the first one does not wait for it.
void launch_on_two_streams(const Problem& p, const Views& v, Stream stream) {
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

/// Skips all work where the first and the last element are right.
__global__ void unless_right(float* out, const float* in, float step, long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const bool done = out[0] == in[0] + step && out[count - 1] == in[count - 1] + step;
  // Long enough that skipping shows in the time.
  float value = in[i];
  for (int turn = 0; turn < (done ? 0 : 20000); ++turn)
    value = fmaxf(value, in[i] - static_cast<float>(turn));
  if (!done) out[i] = value + step;
}

}  // namespace
#endif

namespace {

using Variant = rungs::Variant<ramp::Case>;

const Variant crashes{{.name = "gpu/crashes",
                       .idea = "wrong: crashes",
                       .gpu_only = "it would crash the tests",
                       .launch = RUNGS_GPU_ONLY(launch_far_away)}};
const Variant hangs{{.name = "gpu/hangs",
                     .idea = "wrong: a kernel that never ends",
                     .gpu_only = "it would hang the tests",
                     .launch = RUNGS_GPU_ONLY(launch_waiting)}};
const Variant host_work{{.name = "gpu/host_work",
                         .idea = "works on the host",
                         .gpu_only = "the simulator has no time",
                         .launch = RUNGS_GPU_ONLY(launch_with_host_work)}};
const Variant side_stream{{.name = "gpu/side_stream",
                           .idea = "wrong: a side stream that nobody waits for",
                           .gpu_only = "it has a second stream",
                           .launch = RUNGS_GPU_ONLY(launch_on_two_streams)}};
const Variant unless_wrong{{.name = "gpu/unless_wrong",
                            .idea = "wrong: skips what looks right",
                            .gpu_only = "the simulator has no time",
                            .launch = RUNGS_GPU_ONLY(ramp::launch_on_each<unless_right>)}};

}  // namespace
