// Keeps a stream busy with launches and knows how many were done at any time.
#pragma once

#include <cstddef>
#include <deque>
#include <rungs/cuda/handles.hpp>
#include <vector>
#include "harness/measure/energy.hpp"
#include "harness/measure/executor.hpp"

namespace rungs::cuda {

/// Launches in batches with an event behind each. Batches take about two milliseconds, and about twenty
/// milliseconds of them wait in the stream, so that it does not run dry while the host is away.
class CudaEnergyLoad final : public EnergyLoad {
 public:
  /// `launch` launches on `stream`, which must be idle; both must outlive this object.
  CudaEnergyLoad(cudaStream_t stream, const Launch& launch, Clock now);
  /// Waits for the stream.
  ~CudaEnergyLoad() override;

  void feed() override;
  void finish() override;
  [[nodiscard]] double done_at(double at_s) const override { return times_.done_at(at_s); }
  [[nodiscard]] double dry_share() const override;

 private:
  struct Batch {
    OwnedEvent end;
    std::size_t launches = 0;
  };
  void start();
  void queue_batch();
  /// Notes the batches that have ended.
  void collect();

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
  LaunchTimes times_;
  std::size_t feeds_ = 0;
  std::size_t dry_ = 0;
};

}  // namespace rungs::cuda
