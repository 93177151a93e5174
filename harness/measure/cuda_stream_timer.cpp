#include <cuda_runtime_api.h>
#include <algorithm>
#include <cmath>
#include "harness/measure/cuda_probe.hpp"

namespace rungs::cuda {
namespace {

/// Size of the read that proves a cold L2, in multiples of the L2 size.
constexpr std::size_t target_factor = 4;

/// Far longer than the host needs to queue a sample, but short enough to continue soon if a variant waits
/// inside: each visit to it waits as long once.
constexpr unsigned long long block_timeout_ns = 100'000'000;

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
      has_persisting_lines_(device_attribute(cudaDevAttrMaxPersistingL2CacheSize) > 0) {}

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
  // The reset waits for every kernel of the device; beside another stream one may run until it is told to end.
  if (has_persisting_lines_ && moved_to_ == nullptr)
    check(cudaCtxResetPersistingL2Cache(), "cudaCtxResetPersistingL2Cache");
  check(cudaMemsetAsync(flush_.get(), ++flush_value_, 2 * l2_bytes_, stream()), "writing over the L2");
  if (cache == Cache::dirty) return;
  if (clean_factor_ == 0) settle_cold();
  read_clean(clean_factor_ * l2_bytes_);
}

void StreamTimer::read_clean(std::size_t bytes) {
  launch_read(clean_.get(), bytes, static_cast<unsigned*>(flush_.get()), stream());
}

template <class Prepare, class Queue>
double StreamTimer::median_us(int repeats, const Prepare& prepare, const Queue& queue) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    prepare();
    block_stream();
    record_start();
    queue();
    record_stop();
    release();
    wait();
    times.push_back(elapsed_us());
  }
  return median_of(std::move(times));
}

template <class Prepare> double StreamTimer::read_us(const Prepare& prepare) {
  return median_us(31, prepare, [&] {
    launch_read(target_.get(), target_factor * l2_bytes_, static_cast<unsigned*>(flush_.get()), stream());
  });
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
    launch_busy(static_cast<unsigned>(multiprocessors_), window_ns, static_cast<float*>(flush_.get()), stream());
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
  const auto nothing = [] {};
  return median_us(101, nothing, nothing);
}

}  // namespace rungs::cuda
