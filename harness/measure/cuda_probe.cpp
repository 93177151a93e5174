#include "harness/measure/cuda_probe.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace rungs::cuda {
namespace {

/// Size of the read that proves a cold L2, in multiples of the L2 size.
constexpr std::size_t target_factor = 4;

/// A launch that keeps the host this long does more than queue kernels, of which it could queue a hundred.
constexpr double most_hidden_us = 500;

/// Far longer than the host needs to queue a sample, but short enough to continue soon if a variant waits
/// inside.
constexpr unsigned long long block_timeout_ns = 1'000'000'000;

/// Persisting L2 lines need compute capability 8.0; older GPUs may refuse the query.
bool current_device_has_persisting_lines() {
  int device = 0;
  int most_bytes = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetAttribute(&most_bytes, cudaDevAttrMaxPersistingL2CacheSize, device),
        "cudaDeviceGetAttribute");
  return most_bytes > 0;
}

volatile StreamBlock* stream_block_of(const PinnedMemory& memory) {
  return static_cast<volatile StreamBlock*>(memory.get());
}

}  // namespace

StreamTimer::StreamTimer(std::size_t l2_bytes, int multiprocessors, double peak_bytes_per_second)
    : blocks_(make_pinned_memory(sizeof(StreamBlock))),
      stamps_(make_pinned_memory(2 * sizeof(Stamp))),
      l2_bytes_(l2_bytes),
      flush_(make_device_memory(std::max<std::size_t>(2 * l2_bytes, 1))),
      peak_bytes_per_second_(peak_bytes_per_second),
      multiprocessors_(multiprocessors),
      has_persisting_lines_(current_device_has_persisting_lines()) {}

void StreamTimer::block_stream() {
  stream_block_of(blocks_)->released = 0;
  stream_block_of(blocks_)->timed_out = 0;
  launch_block_stream(static_cast<StreamBlock*>(blocks_.get()), block_timeout_ns, stream());
}

void StreamTimer::release() { stream_block_of(blocks_)->released = 1; }

bool StreamTimer::block_timed_out() const { return stream_block_of(blocks_)->timed_out != 0; }

void StreamTimer::stamp(int which) { launch_stamp(static_cast<Stamp*>(stamps_.get()) + which, stream()); }

double StreamTimer::frequency_mhz() const {
  const auto* stamps = static_cast<const Stamp*>(stamps_.get());
  const auto nanoseconds = static_cast<double>(stamps[1].nanoseconds - stamps[0].nanoseconds);
  // Each SM counts its own cycles: only stamps of the same SM can be subtracted.
  if (stamps[0].multiprocessor != stamps[1].multiprocessor || nanoseconds <= 0) return 0;
  return 1e3 * static_cast<double>(stamps[1].cycles - stamps[0].cycles) / nanoseconds;
}

void StreamTimer::prepare_l2(Cache cache) {
  if (cache == Cache::hot) return;
  if (has_persisting_lines_) check(cudaCtxResetPersistingL2Cache(), "cudaCtxResetPersistingL2Cache");
  check(cudaMemsetAsync(flush_.get(), ++flush_value_, 2 * l2_bytes_, stream()), "writing over the L2");
  if (cache == Cache::dirty) return;
  if (clean_factor_ == 0) settle_cold();
  read_clean(clean_factor_ * l2_bytes_);
}

void StreamTimer::read_clean(std::size_t bytes) {
  launch_read(clean_.get(), bytes, static_cast<unsigned*>(flush_.get()), stream());
}

template <class Prepare>
double StreamTimer::read_us(const Prepare& prepare) {
  constexpr int repeats = 31;
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    prepare();
    block_stream();
    record_start();
    launch_read(target_.get(), target_factor * l2_bytes_, static_cast<unsigned*>(flush_.get()), stream());
    record_stop();
    release();
    wait();
    times.push_back(elapsed_us());
  }
  return median_of(std::move(times));
}

void StreamTimer::make_clean(unsigned factor) {
  clean_factor_ = 0;
  clean_ = DeviceMemory();  // free the old buffer before allocating the new one
  clean_ = make_device_memory(std::max<std::size_t>(factor * l2_bytes_, 1));
  check(cudaMemsetAsync(clean_.get(), 0, factor * l2_bytes_, stream()), "clearing memory");
  clean_factor_ = factor;
}

void StreamTimer::settle_cold() {
  constexpr unsigned least_factor = 4;
  constexpr unsigned most_factor = 32;
  const std::size_t target_bytes = target_factor * l2_bytes_;
  target_ = make_device_memory(std::max<std::size_t>(target_bytes, 1));
  check(cudaMemsetAsync(target_.get(), 0, target_bytes, stream()), "clearing memory");
  // The time also shows that the compiler has not removed the read.
  const double least_us =
      peak_bytes_per_second_ > 0 ? 0.5e6 * static_cast<double>(target_bytes) / peak_bytes_per_second_ : 0;
  cold_proven_ = false;
  for (unsigned factor = least_factor; factor <= most_factor && !cold_proven_; factor *= 2) {
    const unsigned before = clean_factor_;
    try {
      make_clean(factor);
    } catch (const Unsupported&) {
      if (before == 0) throw;
      make_clean(before);
      break;
    }
    // One after the other, so that a clock change affects both.
    const double reads_alone = read_us([&] { read_clean(factor * l2_bytes_); });
    const double cold = read_us([&] { prepare_l2(Cache::cold); });
    cold_excess_us_ = cold - reads_alone;
    cold_proven_ = cold_excess_us_ <= most_cold_excess_us && reads_alone >= least_us;
  }
  target_ = DeviceMemory();
}

double StreamTimer::elapsed_us() const {
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, start_.get(), stop_.get()), "cudaEventElapsedTime");
  return 1e3 * static_cast<double>(milliseconds);
}

double StreamTimer::warm_up() {
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

double StreamTimer::event_overhead_us() {
  constexpr int repeats = 101;
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    block_stream();
    record_start();
    record_stop();
    release();
    wait();
    times.push_back(elapsed_us());
  }
  return median_of(std::move(times));
}

void CudaProbe::warm_up() {
  constexpr double least_s = 0.02;
  constexpr double most_s = 0.5;
  constexpr double awake = 0.9;  // of the sustained clock
  const Clock now = steady_clock_seconds();
  const double start = now();
  blocks_ = false;
  Sample last;
  double least_host_us = std::numeric_limits<double>::max();
  for (int launches = 0;; ++launches) {
    last = take_once();
    least_host_us = std::min(least_host_us, host_us_);
    const double spent = now() - start;
    const bool up = last.sm_clock_mhz == 0 || last.sm_clock_mhz >= awake * sustained_mhz_;
    if (spent > most_s || (launches > 0 && spent > least_s && up)) break;
  }
  if (cache_ == Cache::hot) {
    constexpr double batch_us = 200;
    constexpr int most_queued = 32;  // a stream takes about a thousand launches before it blocks the host
    launches_ = std::clamp(static_cast<int>(batch_us / std::max(last.us, 1.0)), 1, most_queued);
  }
  blocks_ = true;
  find_hidden_work(least_host_us);
}

void CudaProbe::find_hidden_work(double host_us) {
  if (host_us < most_hidden_us) return;
  static_cast<void>(take_once());
  blocks_ = false;
  if (!timer_.block_timed_out()) hidden_work_us_ = host_us;  // otherwise it waits
}

Sample CudaProbe::take() {
  Sample taken = take_once();
  if (blocks_ && timer_.block_timed_out()) {
    blocks_ = false;
    taken = take_once();
  }
  return taken;
}

void CudaProbe::end() {
  check(cudaDeviceSynchronize(), "waiting for the device");
  check(cudaGetLastError(), "timed launches");
}

std::string CudaProbe::note() const {
  std::string note;
  if (cache_ == Cache::cold && !timer_.cold_proven()) {
    note = fmt::format("cold not proven: {:.1f} us of a read are lines written back before it; ",
                       timer_.cold_excess_us());
  }
  if (hidden_work_us_ > 0) {
    note +=
        fmt::format("its launch keeps the host for {:.0f} us, which is part of the time; ", hidden_work_us_);
  } else if (!blocks_) {
    note += "waits inside its launch: launch latency is part of the time; ";
  }
  if (!note.empty()) note.resize(note.size() - 2);
  return note;
}

Sample CudaProbe::take_once() {
  timer_.prepare_l2(cache_);
  timer_.stamp(0);
  if (blocks_) timer_.block_stream();
  // Hot: the same launch ran just before. The first launch of the batch fills the caches and is not timed.
  if (cache_ == Cache::hot) launch_();
  timer_.record_start();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < launches_; ++i) launch_();
  const std::chrono::duration<double, std::micro> on_host = std::chrono::steady_clock::now() - start;
  timer_.record_stop();
  host_us_ = on_host.count() / launches_;
  timer_.stamp(1);
  if (blocks_) timer_.release();
  timer_.wait();
  const double elapsed = timer_.elapsed_us();
  return {elapsed / launches_, timer_.frequency_mhz(), elapsed};
}

}  // namespace rungs::cuda
