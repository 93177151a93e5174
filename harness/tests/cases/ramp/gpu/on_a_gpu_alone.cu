// What only a GPU can show: crashes, time, and a second stream. All but one are wrong on purpose.
#include "cases/ramp/gpu/ramp_kernel.hpp"

#ifndef RUNGS_SIMULATOR
#include <chrono>
#include <rungs/cuda/handles.hpp>

namespace {

using namespace ramp;

/// Writes where no memory is, which ends the life of the process's state on the device.
void launch_far_away(Call c) {
  c.views.out += 1LL << 44;
  launch_right(c);
}

/// Waits until somebody else changes the first output, which nobody does.
__global__ void wait_for_change(const volatile unsigned* word) {
  const unsigned before = *word;
  while (*word == before) {
  }
}
void launch_waiting(const Call& c) {
  rungs::launch({dim3(1), dim3(1), c.stream}, wait_for_change, reinterpret_cast<const unsigned*>(c.views.out));
}

/// Works on the host inside its launch, for 3 ms that no event sees while the stream is blocked.
void launch_with_host_work(const Call& c) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(3);
  while (std::chrono::steady_clock::now() < until) {
  }
  launch_right(c);
}

/// So long that the end of the first stream does not hide it.
__global__ void add_late(float* out, const float* in, float step, long long first, long long last) {
  const long long until = clock64() + 400'000;
  while (clock64() < until) {
  }
  const long long i = first + this_thread();
  if (i < last) out[i] = in[i] + step;
}
/// A second stream does the second half, and the first one does not wait for it.
void launch_on_two_streams(const Call& c) {
  static const rungs::cuda::OwnedStream side = rungs::cuda::make_stream();
  static const rungs::cuda::OwnedEvent forked = rungs::cuda::make_event();
  const long long half = elements(c) / 2;
  rungs::cuda::check(cudaEventRecord(forked.get(), rungs::cuda::native(c.stream)), "cudaEventRecord");
  rungs::cuda::check(cudaStreamWaitEvent(side.get(), forked.get()), "cudaStreamWaitEvent");
  launch_add_step(c, 0, half);
  rungs::launch(grid_of(elements(c) - half, {side.get()}), add_late, c.views.out, c.views.in,
                static_cast<float>(c.problem.step), half, elements(c));
}

// These are honest in their first launches.

constexpr unsigned honest_launches = 15;

struct Side {
  rungs::cuda::OwnedStream stream = rungs::cuda::make_stream();
  rungs::cuda::OwnedEvent event = rungs::cuda::make_event();
};

/// Each element takes some time.
__global__ void add_in_turns(float* out, const float* in, float step, long long first, long long last) {
  const long long i = first + this_thread();
  if (i >= last) return;
  float value = in[i];
  for (int turn = 0; turn < 20000; ++turn) value = fmaxf(value, in[i] - static_cast<float>(turn));
  out[i] = value + step;
}
void launch_turns(const Call& c, long long first, long long last, rungs::Stream on) {
  rungs::launch(grid_of(last - first, on), add_in_turns, c.views.out, c.views.in, static_cast<float>(c.problem.step),
                first, last);
}

/// Works on a second stream that waits for nothing, and lets its own wait for that.
void launch_beside(const Call& c) {
  static const Side side;
  static unsigned calls = 0;
  if (++calls <= honest_launches) return launch_turns(c, 0, elements(c), c.stream);
  launch_turns(c, 0, elements(c), {side.stream.get()});
  rungs::cuda::check(cudaEventRecord(side.event.get(), side.stream.get()), "cudaEventRecord");
  rungs::cuda::check(cudaStreamWaitEvent(rungs::cuda::native(c.stream), side.event.get()), "cudaStreamWaitEvent");
}

/// Works on a second stream that waits for its own, which does not wait for it.
void launch_not_joined(const Call& c) {
  static const Side side;
  static unsigned calls = 0;
  if (++calls <= honest_launches) return launch_turns(c, 0, elements(c), c.stream);
  rungs::cuda::check(cudaEventRecord(side.event.get(), rungs::cuda::native(c.stream)), "cudaEventRecord");
  rungs::cuda::check(cudaStreamWaitEvent(side.stream.get(), side.event.get()), "cudaStreamWaitEvent");
  launch_turns(c, 0, elements(c), {side.stream.get()});
}

/// Computes only what was not the same in an earlier launch.
__global__ void add_what_is_new(float* out, const float* in, float* kept, float step, long long count) {
  const long long i = this_thread();
  if (i >= count) return;
  if (kept[2 * i] == in[i]) {
    out[i] = kept[2 * i + 1];
    return;
  }
  float value = in[i];
  for (int turn = 0; turn < 20000; ++turn) value = fmaxf(value, in[i] - static_cast<float>(turn));
  kept[2 * i] = in[i];
  kept[2 * i + 1] = out[i] = value + step;
}
void launch_kept(const Call& c) {
  static unsigned calls = 0;
  static const rungs::cuda::DeviceMemory kept = rungs::cuda::make_device_memory(2 * sizeof(float) * elements(c));
  if (++calls <= honest_launches) return launch_turns(c, 0, elements(c), c.stream);
  rungs::launch(grid_of(elements(c), c.stream), add_what_is_new, c.views.out, c.views.in,
                static_cast<float*>(kept.get()), static_cast<float>(c.problem.step), elements(c));
}

}  // namespace
#endif

namespace {

using namespace ramp;

Variant gpu_only(const char* name, const char* why, rungs::LaunchOf<Case> launch) {
  return Variant({.name = name, .idea = "wrong", .gpu_only = why, .launch = std::move(launch)}, __FILE__);
}

const auto crashes = gpu_only("gpu/crashes", "it would crash the tests", RUNGS_GPU_ONLY(launch_far_away));
const auto hangs = gpu_only("gpu/hangs", "it never ends", RUNGS_GPU_ONLY(launch_waiting));
const auto host_work = gpu_only("gpu/host_work", "there is no time", RUNGS_GPU_ONLY(launch_with_host_work));
const auto side_stream = gpu_only("gpu/side_stream", "two streams", RUNGS_GPU_ONLY(launch_on_two_streams));
const auto beside = gpu_only("gpu/later_beside", "two streams", RUNGS_GPU_ONLY(launch_beside));
const auto not_joined = gpu_only("gpu/later_not_joined", "two streams", RUNGS_GPU_ONLY(launch_not_joined));
const auto kept = gpu_only("gpu/later_kept", "there is no time", RUNGS_GPU_ONLY(launch_kept));

}  // namespace
