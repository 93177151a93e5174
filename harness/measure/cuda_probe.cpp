#include "harness/measure/cuda_probe.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>

namespace rungs::cuda {
namespace {

/// Far longer than the host needs to queue a sample, short enough to go on from where a variant waits inside.
constexpr unsigned long long hold_timeout_ns = 1'000'000'000;

/// Lines that stay in the L2 came with compute capability 8.0; older GPUs may refuse to be asked about them.
bool current_device_has_persisting_lines() {
  int device = 0;
  int most_bytes = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetAttribute(&most_bytes, cudaDevAttrMaxPersistingL2CacheSize, device),
        "cudaDeviceGetAttribute");
  return most_bytes > 0;
}

volatile Hold* hold_of(const PinnedMemory& memory) { return static_cast<volatile Hold*>(memory.get()); }

}  // namespace

Bench::Bench(std::size_t l2_bytes, int multiprocessors)
    : hold_(make_pinned_memory(sizeof(Hold))),
      stamps_(make_pinned_memory(2 * sizeof(Stamp))),
      flush_(make_device_memory(std::max<std::size_t>(2 * l2_bytes, 1))),
      flush_bytes_(2 * l2_bytes),
      multiprocessors_(multiprocessors),
      has_persisting_lines_(current_device_has_persisting_lines()) {}

void Bench::hold() {
  hold_of(hold_)->released = 0;
  hold_of(hold_)->timed_out = 0;
  launch_hold(static_cast<Hold*>(hold_.get()), hold_timeout_ns, stream());
}

void Bench::release() { hold_of(hold_)->released = 1; }

bool Bench::hold_timed_out() const { return hold_of(hold_)->timed_out != 0; }

void Bench::stamp(int which) { launch_stamp(static_cast<Stamp*>(stamps_.get()) + which, stream()); }

double Bench::frequency_mhz() const {
  const auto* stamps = static_cast<const Stamp*>(stamps_.get());
  const auto nanoseconds = static_cast<double>(stamps[1].nanoseconds - stamps[0].nanoseconds);
  // Each SM counts its own cycles: only stamps of one SM can be subtracted.
  if (stamps[0].multiprocessor != stamps[1].multiprocessor || nanoseconds <= 0) return 0;
  return 1e3 * static_cast<double>(stamps[1].cycles - stamps[0].cycles) / nanoseconds;
}

void Bench::flush_l2() {
  check(cudaMemsetAsync(flush_.get(), ++flush_value_, flush_bytes_, stream()), "flushing the L2");
  if (has_persisting_lines_) check(cudaCtxResetPersistingL2Cache(), "cudaCtxResetPersistingL2Cache");
}

double Bench::elapsed_us() const {
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, start_.get(), stop_.get()), "cudaEventElapsedTime");
  return 1e3 * static_cast<double>(milliseconds);
}

double Bench::warm_up() {
  constexpr unsigned long long window_ns = 50'000'000;
  constexpr int least_windows = 6;
  constexpr int most_windows = 40;
  constexpr double steady = 0.01;
  double before = 0;
  double clock = 0;
  for (int window = 0; window < most_windows; ++window) {
    stamp(0);
    launch_busy(static_cast<unsigned>(multiprocessors_), window_ns, static_cast<float*>(flush_.get()),
                stream());
    stamp(1);
    wait();
    if (const double measured = frequency_mhz(); measured > 0) {
      before = clock;
      clock = measured;
    }
    if (window >= least_windows && std::fabs(clock - before) < steady * clock) break;
  }
  return clock;
}

double Bench::event_overhead_us() {
  constexpr int repeats = 101;
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    hold();
    record_start();
    record_stop();
    release();
    wait();
    times.push_back(elapsed_us());
  }
  return summarise(times).median;
}

void CudaProbe::warm_up() {
  constexpr double least_s = 0.02;
  constexpr double most_s = 0.5;
  constexpr double awake = 0.9;  // of the sustained clock
  const Clock now = steady_clock_seconds();
  const double start = now();
  hold_ = false;
  Sample last;
  for (int launches = 0;; ++launches) {
    last = take_once();
    const double spent = now() - start;
    const bool up = last.sm_clock_mhz == 0 || last.sm_clock_mhz >= awake * sustained_mhz_;
    if (spent > most_s || (launches > 0 && spent > least_s && up)) break;
  }
  if (cache_ == Cache::hot) {
    constexpr double batch_us = 200;
    constexpr int most_queued = 32;  // a stream takes about a thousand launches before it blocks the host
    launches_ = std::clamp(static_cast<int>(batch_us / std::max(last.us, 1.0)), 1, most_queued);
  }
  hold_ = true;
}

Sample CudaProbe::take() {
  Sample taken = take_once();
  if (hold_ && bench_.hold_timed_out()) {
    hold_ = false;
    taken = take_once();
  }
  return taken;
}

Sample CudaProbe::take_once() {
  if (cache_ == Cache::cold) bench_.flush_l2();
  bench_.stamp(0);
  if (hold_) bench_.hold();
  // Hot means that the same launch ran just before: the first of the batch fills the caches, untimed.
  if (cache_ == Cache::hot) launch_();
  bench_.record_start();
  for (int i = 0; i < launches_; ++i) launch_();
  bench_.record_stop();
  bench_.stamp(1);
  if (hold_) bench_.release();
  bench_.wait();
  const double elapsed = bench_.elapsed_us();
  return {elapsed / launches_, bench_.frequency_mhz(), elapsed};
}

}  // namespace rungs::cuda
