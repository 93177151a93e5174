#include <algorithm>
#include <chrono>
#include <deque>
#include <thread>
#include "harness/measure/cuda_probe.hpp"
#include "harness/measure/ranges.hpp"

namespace rungs::cuda {
namespace {

constexpr double batch_s = 0.002;
constexpr std::size_t most_in_batch = 512;
constexpr double waiting_s = 0.02;

/// Launches in batches with an event behind each. Batches take about two milliseconds, and about twenty
/// milliseconds of them wait in the stream, so that it does not run dry while the host is away.
class CudaEnergyLoad final : public EnergyLoad {
 public:
  CudaEnergyLoad(cudaStream_t stream, const Launch& launch, Clock now)
      : stream_(stream), launch_(launch), now_(std::move(now)) {}
  ~CudaEnergyLoad() override { ignore(cudaStreamSynchronize(stream_)); }

  void feed() override {
    if (!started_) start();
    collect();
    ++feeds_;
    if (waiting_.empty() && feeds_ > 1) ++dry_;
    if (waiting_.size() >= most_waiting_) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      return;
    }
    // One at a time: the caller looks at the counter's updates in between.
    queue_batch();
  }

  void finish() override {
    check(cudaStreamSynchronize(stream_), "launches for the energy");
    collect();
  }

  [[nodiscard]] double done_at(double at_s) const override {
    const auto after = std::ranges::upper_bound(marks_, at_s, {}, &Mark::at_s);
    if (after == marks_.begin()) return 0;
    const Mark& before = *(after - 1);
    if (after == marks_.end()) return before.launches;
    return before.launches + (after->launches - before.launches) * (at_s - before.at_s) / (after->at_s - before.at_s);
  }

  [[nodiscard]] double dry_share() const override {
    return feeds_ == 0 ? 0 : static_cast<double>(dry_) / static_cast<double>(feeds_);
  }

 private:
  /// How many launches had been done at a time.
  struct Mark {
    double at_s = 0;
    double launches = 0;
  };
  struct Batch {
    OwnedEvent end;
    std::size_t launches = 0;
  };

  /// An event on an idle stream, awaited, relates the GPU's times to the host's to some microseconds.
  void start() {
    check(cudaStreamSynchronize(stream_), "waiting for the stream");
    check(cudaEventRecord(start_.get(), stream_), "cudaEventRecord");
    check(cudaEventSynchronize(start_.get()), "cudaEventSynchronize");
    start_s_ = now_();
    marks_ = {{start_s_, 0}};
    started_ = true;
  }

  void queue_batch() {
    Batch batch;
    batch.launches = batch_;
    if (free_.empty()) free_.push_back(make_event());
    batch.end = std::move(free_.back());
    free_.pop_back();
    for (std::size_t i = 0; i < batch.launches; ++i) launch_();
    check(cudaPeekAtLastError(), "launch");
    check(cudaEventRecord(batch.end.get(), stream_), "cudaEventRecord");
    waiting_.push_back(std::move(batch));
  }

  void collect() {
    while (!waiting_.empty()) {
      const cudaError_t ended = cudaEventQuery(waiting_.front().end.get());
      if (ended == cudaErrorNotReady) {
        ignore(cudaGetLastError());  // it is no error, but would be found as one behind the next launch
        return;
      }
      check(ended, "launches for the energy");
      Batch batch = std::move(waiting_.front());
      waiting_.pop_front();
      float milliseconds = 0;
      check(cudaEventElapsedTime(&milliseconds, start_.get(), batch.end.get()), "cudaEventElapsedTime");
      free_.push_back(std::move(batch.end));
      constexpr double shortest_s = 1e-7;  // the events' times are rounded
      const Mark before = marks_.back();
      const double at_s = start_s_ + 1e-3 * static_cast<double>(milliseconds);
      const auto launches = static_cast<double>(batch.launches);
      marks_.push_back({at_s, before.launches + launches});
      const double per_launch_s = std::max((at_s - before.at_s) / launches, shortest_s);
      batch_ = std::clamp<std::size_t>(static_cast<std::size_t>(batch_s / per_launch_s), 1, most_in_batch);
      const double batches = waiting_s / (per_launch_s * static_cast<double>(batch_));
      most_waiting_ = static_cast<std::size_t>(std::clamp(batches, 2.0, 100.0));
      ++heartbeat().count;  // the launches make progress
    }
  }

  cudaStream_t stream_;
  const Launch& launch_;
  Clock now_;
  OwnedEvent start_ = make_event();
  double start_s_ = 0;
  bool started_ = false;
  std::size_t batch_ = 1;  ///< launches in the next one
  std::size_t most_waiting_ = 2;
  std::deque<Batch> waiting_;
  std::vector<OwnedEvent> free_;
  std::vector<Mark> marks_;
  std::size_t feeds_ = 0;
  std::size_t dry_ = 0;
};

}  // namespace

std::unique_ptr<EnergyLoad> make_energy_load(cudaStream_t stream, const Launch& launch, Clock now) {
  return std::make_unique<CudaEnergyLoad>(stream, launch, std::move(now));
}

}  // namespace rungs::cuda
