// One row's samples on a GPU.
#include "harness/measure/cuda_probe.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <limits>
#include <random>
#include <thread>
#include "harness/verify/spots.hpp"

namespace rungs::cuda {
namespace {

/// A launch that keeps the host this long does more than queue kernels, of which it could queue a hundred.
constexpr double most_hidden_us = 500;

class CudaProbe final : public Probe {
 public:
  CudaProbe(StreamTimer& timer, const Launch& launch, Cache cache, double sustained_mhz)
      : timer_(timer), launch_(launch), cache_(cache), sustained_mhz_(sustained_mhz) {}

  void warm_up() override {
    constexpr double least_s = 0.005;
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
      // The first launch may also compile, which is no work that each launch has.
      if (launches > 0 && (spent > most_s || (spent > least_s && up))) break;
    }
    if (cache_ == Cache::hot) {
      constexpr double batch_us = 200;
      constexpr int most_queued = 32;  // a stream takes about a thousand launches before it blocks the host
      launches_ = std::clamp(static_cast<int>(batch_us / std::max(last.us, 1.0)), 1, most_queued);
    }
    blocks_ = true;
    find_hidden_work(least_host_us);
  }

  [[nodiscard]] Sample take() override {
    Sample taken = take_once();
    if (blocks_ && timer_.block_timed_out()) {
      blocks_ = false;
      taken = take_once();
    }
    return taken;
  }

  [[nodiscard]] Sample take_long() override {
    blocks_ = false;
    long_ = true;
    return take_once();
  }

  [[nodiscard]] std::vector<std::byte> take_checked(Spots& spots) override {
    constexpr unsigned longest_hold_us = 400;
    static std::mt19937 random{std::random_device{}()};
    std::vector<std::byte> found = spots.read();
    if (found.size() > at_end_bytes_) at_end_ = make_pinned_memory(at_end_bytes_ = found.size());
    timer_.prepare_l2(cache_);
    if (cache_ == Cache::hot) launch_();
    timer_.wait();
    spots.spoil();
    if (blocks_) timer_.block_stream();
    launch_();
    std::size_t to = 0;                       // what they hold when the stream gets there, whatever comes later
    const bool in_stream = !spots.on_host();  // a copy between memories of the host could wait for the stream
    for (std::size_t i = 0; in_stream && i < spots.all().size(); ++i) {
      const Spots::Spot& spot = spots.all()[i];
      check(cudaMemcpyAsync(static_cast<std::byte*>(at_end_.get()) + to, spot.at, spot.bytes, cudaMemcpyDefault,
                            timer_.stream()),
            "reading the outputs");
      to += spot.bytes;
    }
    if (blocks_) {
      std::this_thread::sleep_for(std::chrono::microseconds(random() % longest_hold_us));
      const bool written = spots.any_written(spots.read());
      const bool waited = timer_.block_timed_out();
      timer_.release();
      if (written && !waited)
        throw Failed("works on another stream than the one it was given: outputs changed while that was held");
    }
    timer_.wait();
    if (in_stream) std::copy_n(static_cast<const std::byte*>(at_end_.get()), found.size(), found.begin());
    if (!in_stream) found = spots.read();
    check(cudaDeviceSynchronize(), "waiting for the device");
    if (spots.read() != found) {
      throw Failed("leaves work on a stream that its own does not wait for: outputs changed behind its end");
    }
    return found;
  }

  [[nodiscard]] double sustained_clock_mhz() const override { return sustained_mhz_; }

  void end() override {
    check(cudaDeviceSynchronize(), "waiting for the device");
    check(cudaGetLastError(), "timed launches");
  }

  [[nodiscard]] std::string note() const override {
    std::string note;
    if (cache_ == Cache::cold && !timer_.cold_proven()) {
      note = fmt::format("cold not proven: {:.1f} us of a read are lines written back before it; ",
                         timer_.cold_excess_us());
    }
    if (hidden_work_us_ > 0) {
      note += fmt::format("its launch keeps the host for {:.0f} us, which is part of the time; ", hidden_work_us_);
    } else if (waits_inside()) {
      note += "waits inside its launch: launch latency is part of the time; ";
    }
    if (!note.empty()) note.resize(note.size() - 2);
    return note;
  }

  [[nodiscard]] bool waits_inside() const override { return hidden_work_us_ <= 0 && !blocks_ && !long_; }

 private:
  [[nodiscard]] Sample take_once() {
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
    return {elapsed / launches_, timer_.frequency_mhz()};
  }

  void find_hidden_work(double host_us) {
    if (host_us < most_hidden_us) return;
    static_cast<void>(take_once());
    blocks_ = false;
    if (!timer_.block_timed_out()) hidden_work_us_ = host_us;  // otherwise it waits
  }

  StreamTimer& timer_;
  const Launch& launch_;
  Cache cache_;
  double sustained_mhz_;
  /// Off during warm-up. Off for good if the variant waits inside its launch: then launch latency cannot be
  /// hidden; or if it works there for long: that would be hidden behind the blocked stream.
  bool blocks_ = true;
  bool long_ = false;          ///< one launch, so long that its latency is nothing
  double host_us_ = 0;         ///< that the launches of the last sample took on the host
  double hidden_work_us_ = 0;  ///< of one launch on the host; 0: short
  int launches_ = 1;           ///< back-to-back launches per sample
  PinnedMemory at_end_;        ///< of the checked spots
  std::size_t at_end_bytes_ = 0;
};

}  // namespace

std::unique_ptr<Probe> make_probe(StreamTimer& timer, const Launch& launch, Cache cache, double sustained_mhz) {
  return std::make_unique<CudaProbe>(timer, launch, cache, sustained_mhz);
}

}  // namespace rungs::cuda
