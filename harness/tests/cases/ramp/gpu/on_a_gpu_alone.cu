// What only a GPU can show: crashes, time, and a second stream. All but one are wrong on purpose.
#include "cases/ramp/gpu/ramp_kernel.hpp"

#ifndef RUNGS_SIMULATOR
#include <chrono>
#include <rungs/cuda/handles.hpp>
#include <thread>

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

/// A host function in the stream that never ends.
void launch_stuck_on_the_host(const Call& c) {
  launch_right(c);
  const auto stuck = [](void*) {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  };
  rungs::cuda::check(cudaLaunchHostFunc(rungs::cuda::native(c.stream), stuck, nullptr), "cudaLaunchHostFunc");
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

/// Skips all work where the first and the last element are right.
__global__ void unless_right(float* out, const float* in, float step, long long count) {
  const long long i = this_thread();
  if (i >= count) return;
  const bool done = out[0] == in[0] + step && out[count - 1] == in[count - 1] + step;
  // Long enough that skipping shows in the time.
  float value = in[i];
  for (int turn = 0; turn < (done ? 0 : 20000); ++turn) value = fmaxf(value, in[i] - static_cast<float>(turn));
  if (!done) out[i] = value + step;
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

__global__ void raise(volatile unsigned* flag, unsigned to) { *flag = to; }
__global__ void wait_for(const volatile unsigned* flag, unsigned least) {
  while (*flag < least) {
  }
}
/// Works on a second stream once its own has raised a flag in the host's memory, and is over by then.
void launch_on_a_flag(const Call& c) {
  static const Side side;
  static unsigned* const flag = [] {
    void* found = nullptr;
    rungs::cuda::check(cudaHostAlloc(&found, sizeof(unsigned), cudaHostAllocMapped), "cudaHostAlloc");
    return new (found) unsigned{0};
  }();
  static unsigned calls = 0;
  if (++calls <= honest_launches) {
    rungs::launch({dim3(1), dim3(1), c.stream}, raise, flag, calls);  // loaded now: later it would wait
    return launch_turns(c, 0, elements(c), c.stream);
  }
  rungs::launch({dim3(1), dim3(1), {side.stream.get()}}, wait_for, flag, calls);
  // Before what waits for it: both streams may share a queue.
  rungs::launch({dim3(1), dim3(1), c.stream}, raise, flag, calls);
  launch_turns(c, 0, elements(c), {side.stream.get()});
}

void launch_most(const Call& c) {
  static unsigned calls = 0;
  launch_turns(c, 0, ++calls <= honest_launches ? elements(c) : elements(c) * 7 / 10, c.stream);
}

/// Leaves half for the next launch.
void launch_half(const Call& c) {
  static unsigned calls = 0;
  const long long half = elements(c) / 2;
  const bool honest = ++calls <= honest_launches;
  launch_turns(c, honest || calls % 2 == 0 ? 0 : half, honest || calls % 2 == 1 ? elements(c) : half, c.stream);
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
const auto flag = gpu_only("gpu/later_on_a_flag", "two streams", RUNGS_GPU_ONLY(launch_on_a_flag));
const auto stuck = gpu_only("gpu/hangs_on_the_host", "it never ends", RUNGS_GPU_ONLY(launch_stuck_on_the_host));
const auto most = gpu_only("gpu/later_most", "there is no time", RUNGS_GPU_ONLY(launch_most));
const auto half = gpu_only("gpu/later_half", "there is no time", RUNGS_GPU_ONLY(launch_half));
const auto kept = gpu_only("gpu/later_kept", "there is no time", RUNGS_GPU_ONLY(launch_kept));
const auto unless_wrong =
    gpu_only("gpu/unless_wrong", "there is no time", RUNGS_GPU_ONLY(launch_on_each<unless_right>));

}  // namespace
