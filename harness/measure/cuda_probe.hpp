// Takes samples on a GPU: events on the launch stream, launches queued behind a blocked stream, clock stamps
// around them.
#pragma once

#include <cstddef>
#include <memory>
#include <rungs/cuda/handles.hpp>
#include "harness/cuda/control_kernels.hpp"
#include "harness/measure/executor.hpp"

namespace rungs::cuda {

/// The device resources for samples, created once per run.
class StreamTimer {
 public:
  /// For the current device, with its `l2_bytes`, its `multiprocessors` and its datasheet's
  /// `peak_bytes_per_second`; 0: unknown.
  StreamTimer(std::size_t l2_bytes, int multiprocessors, double peak_bytes_per_second);

  [[nodiscard]] cudaStream_t stream() const { return moved_to_ != nullptr ? moved_to_ : stream_.get(); }
  /// Works on another stream, which must be idle and outlive that; null: on its own again. There lines that a kernel
  /// has asked to persist in the L2 are not given up between samples.
  void move_to(cudaStream_t stream) { moved_to_ = stream; }

  /// Blocks the stream until `release` (or for 0.1 s), so that work queued next starts back to back.
  void block_stream();
  void release();
  /// True if the last block ended by its timeout: the host waited for the stream before it released it.
  [[nodiscard]] bool block_timed_out() const;

  /// Stamps the clock. `frequency_mhz` is the clock between the two stamps, 0 if they ran on different SMs.
  void stamp(int which);
  [[nodiscard]] double frequency_mhz() const;

  /// Queues the work that brings the L2 into the state for a sample; nothing for `hot`. Persisting lines are reset.
  /// `dirty`: twice the L2 size is written, so that the L2 is full of lines that are written back later, inside the
  /// next kernel. `cold`: then memory that is never written is read until all of those lines have left the L2.
  void prepare_l2(Cache cache);
  /// Finds how much must be read for a cold L2: `clean_factor()` times its size. The proof is a read of four times the
  /// L2 size. It must take the same time after prepare_l2(cold) as after reads alone, which leave nothing to write
  /// back, and at least as long as DRAM needs for that many bytes. Doubles the amount until the proof succeeds or
  /// memory is full. Takes about 20 ms. Throws Unsupported if there is no memory at all.
  void settle_cold();
  /// Multiple of the L2 size that is read for a cold L2; 0 before settle_cold().
  [[nodiscard]] unsigned clean_factor() const { return clean_factor_; }
  /// Time that a cold sample still spends on lines written back, in microseconds, as found by settle_cold().
  [[nodiscard]] double cold_excess_us() const { return cold_excess_us_; }
  /// True if this time is at most `most_cold_excess_us`.
  [[nodiscard]] bool cold_proven() const { return cold_proven_; }

  void record_start() { check(cudaEventRecord(start_.get(), stream()), "cudaEventRecord"); }
  void record_stop() { check(cudaEventRecord(stop_.get(), stream()), "cudaEventRecord"); }
  void wait() { check(cudaStreamSynchronize(stream()), "waiting for the stream"); }
  [[nodiscard]] double elapsed_us() const;

  /// Runs all SMs until the clock is stable; returns it in MHz. Takes 0.3 to 2 seconds.
  [[nodiscard]] double warm_up();
  /// Median time between two events with nothing between them, queued on a blocked stream, in microseconds.
  [[nodiscard]] double event_overhead_us();

 private:
  OwnedStream stream_ = make_stream();
  cudaStream_t moved_to_ = nullptr;
  OwnedEvent start_ = make_event();
  OwnedEvent stop_ = make_event();
  PinnedMemory blocks_;
  PinnedMemory stamps_;
  /// Allocates the memory that is never written, `factor` times the L2 size. Throws Unsupported if it does not fit.
  void make_clean(unsigned factor);
  /// Reads the first `bytes` bytes of it.
  void read_clean(std::size_t bytes);
  /// Median time in microseconds of what `queue` queues on the blocked stream, after the work that `prepare` queues.
  template <class Prepare, class Queue>
  [[nodiscard]] double median_us(int repeats, const Prepare& prepare, const Queue& queue);
  /// Median time of reading four times the L2 size after the work that `prepare` queues, in microseconds.
  template <class Prepare> [[nodiscard]] double read_us(const Prepare& prepare);

  std::size_t l2_bytes_;
  DeviceMemory flush_;   ///< twice the L2 size, written again and again
  DeviceMemory clean_;   ///< read only, after one clear; allocated on first use
  DeviceMemory target_;  ///< read for the proof
  double peak_bytes_per_second_;
  unsigned clean_factor_ = 0;
  double cold_excess_us_ = 0;
  bool cold_proven_ = false;
  int multiprocessors_;
  bool has_persisting_lines_;
  unsigned char flush_value_ = 0;
};

/// The probe for one row.
[[nodiscard]] std::unique_ptr<Probe> make_probe(StreamTimer& timer, const Launch& launch, Cache cache,
                                                double sustained_mhz);

/// Keeps a stream busy with launches, and knows how many were done at any time. `launch` launches on `stream`, which
/// must be idle; both must outlive it.
[[nodiscard]] std::unique_ptr<EnergyLoad> make_energy_load(cudaStream_t stream, const Launch& launch, Clock now);

}  // namespace rungs::cuda
