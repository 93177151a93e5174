#include "harness/measure/cuda_energy_load.hpp"
#include <algorithm>
#include <chrono>
#include <thread>
#include "harness/measure/ranges.hpp"

namespace rungs::cuda {
namespace {

constexpr double batch_s = 0.002;
constexpr std::size_t most_in_batch = 512;
constexpr double waiting_s = 0.02;

}  // namespace

CudaEnergyLoad::CudaEnergyLoad(cudaStream_t stream, const Launch& launch, Clock now)
    : stream_(stream), launch_(launch), now_(std::move(now)) {}

CudaEnergyLoad::~CudaEnergyLoad() { ignore(cudaStreamSynchronize(stream_)); }

/// An event on an idle stream, awaited, relates the GPU's times to the host's to some microseconds.
void CudaEnergyLoad::start() {
  check(cudaStreamSynchronize(stream_), "waiting for the stream");
  check(cudaEventRecord(start_.get(), stream_), "cudaEventRecord");
  check(cudaEventSynchronize(start_.get()), "cudaEventSynchronize");
  start_s_ = now_();
  times_.start(start_s_);
  started_ = true;
}

void CudaEnergyLoad::feed() {
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

void CudaEnergyLoad::queue_batch() {
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

void CudaEnergyLoad::collect() {
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
    const double per_launch_s =
        std::max(times_.add(start_s_ + 1e-3 * static_cast<double>(milliseconds), batch.launches), shortest_s);
    batch_ = std::clamp<std::size_t>(static_cast<std::size_t>(batch_s / per_launch_s), 1, most_in_batch);
    const double batches = waiting_s / (per_launch_s * static_cast<double>(batch_));
    most_waiting_ = static_cast<std::size_t>(std::clamp(batches, 2.0, 100.0));
    ++heartbeat().count;  // the launches make progress
  }
}

void CudaEnergyLoad::finish() {
  check(cudaStreamSynchronize(stream_), "launches for the energy");
  collect();
}

double CudaEnergyLoad::dry_share() const {
  return feeds_ == 0 ? 0 : static_cast<double>(dry_) / static_cast<double>(feeds_);
}

}  // namespace rungs::cuda
