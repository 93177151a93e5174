// Takes samples on a GPU: events on the launch stream, launches
// queued behind a held stream, clock stamps around.
#pragma once

#include <cstddef>
#include <string>

#include "harness/cuda/control_kernels.hpp"
#include "harness/cuda/handles.hpp"
#include "harness/measure/executor.hpp"

namespace rungs::cuda {

/// What samples need from the device and is worth making once a run.
class Bench {
 public:
  /// For the current device. `l2_bytes` and `multiprocessors` are the device's.
  Bench(std::size_t l2_bytes, int multiprocessors);

  [[nodiscard]] cudaStream_t stream() const { return stream_.get(); }

  /// Holds the stream until `release` (or about a second), so that what is queued next starts back to back.
  void hold();
  void release();
  /// True where the last hold ended by its time-out: the host waited for the stream before releasing it.
  [[nodiscard]] bool hold_timed_out() const;

  /// Stamps the clock; `frequency_mhz` is the clock between the two
  /// stamps, 0 where they ran on different SMs.
  void stamp(int which);
  [[nodiscard]] double frequency_mhz() const;

  /// Writes twice the L2, so that nothing of the sample's data is left in it, and resets persisting lines.
  void flush_l2();

  void record_start() { check(cudaEventRecord(start_.get(), stream()), "cudaEventRecord"); }
  void record_stop() { check(cudaEventRecord(stop_.get(), stream()), "cudaEventRecord"); }
  void wait() { check(cudaStreamSynchronize(stream()), "waiting for the stream"); }
  [[nodiscard]] double elapsed_us() const;

  /// Runs all SMs until the clock stays the same; returns it in MHz. Takes 0.3 to 2 seconds.
  [[nodiscard]] double warm_up();
  /// Median time between two events with nothing between them, queued behind a hold, in microseconds.
  [[nodiscard]] double event_overhead_us();

 private:
  OwnedStream stream_ = make_stream();
  OwnedEvent start_ = make_event();
  OwnedEvent stop_ = make_event();
  PinnedMemory hold_;
  PinnedMemory stamps_;
  DeviceMemory flush_;
  std::size_t flush_bytes_;
  int multiprocessors_;
  bool has_persisting_lines_;
  unsigned char flush_value_ = 0;
};

/// The probe of one row.
class CudaProbe final : public Probe {
 public:
  CudaProbe(Bench& bench, const Launch& launch, Cache cache, double sustained_mhz)
      : bench_(bench), launch_(launch), cache_(cache), sustained_mhz_(sustained_mhz) {}

  void warm_up() override;
  [[nodiscard]] Sample take() override;
  [[nodiscard]] double sustained_clock_mhz() const override { return sustained_mhz_; }
  /// False where the variant waits inside its launch, so that its latency could not be hidden.
  [[nodiscard]] bool held() const { return hold_; }

 private:
  [[nodiscard]] Sample take_once();

  Bench& bench_;
  const Launch& launch_;
  Cache cache_;
  double sustained_mhz_;
  bool hold_ = false;  ///< off during warm-up, on afterwards
  int launches_ = 1;   ///< back-to-back launches a sample
};

}  // namespace rungs::cuda
