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
  /// For the current device. `l2_bytes` and `multiprocessors` are the device's, `peak_bytes_per_second` is
  /// its datasheet's; 0: not known.
  Bench(std::size_t l2_bytes, int multiprocessors, double peak_bytes_per_second);

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

  /// Queues what puts the L2 into the state that a sample begins with; nothing for `hot`. Persisting lines
  /// are reset. `dirty`: twice the L2's bytes are written, so that it is full of lines that are written back
  /// later, inside the next kernel. `cold`: memory that nobody writes is read after that, until all of those
  /// are gone.
  void prepare_l2(Cache cache);
  /// Finds out how much must be read for a cold L2: `clean_factor()` times its size. The proof is a read of
  /// four times the L2, whose time must be the same after prepare_l2(cold) as after reads alone, which leave
  /// nothing to write back; and it must take as long as memory needs for so many bytes. Doubles the amount
  /// until the proof holds, or memory is full. Takes some 20 ms. Throws Unsupported where there is no memory
  /// at all.
  void settle_cold();
  /// How many times the L2's size is read for a cold L2; 0 before settle_cold().
  [[nodiscard]] unsigned clean_factor() const { return clean_factor_; }
  /// What a cold sample still pays for lines written back, in microseconds, as settle_cold() saw it.
  [[nodiscard]] double cold_excess_us() const { return cold_excess_us_; }
  /// True where cold samples pay at most `most_cold_excess_us`.
  [[nodiscard]] bool cold_proven() const { return cold_proven_; }

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
  /// Makes the memory that nobody writes, `factor` times the L2. Throws Unsupported where it does not fit.
  void make_clean(unsigned factor);
  /// Reads the first `bytes` of it.
  void read_clean(std::size_t bytes);
  /// Median time of reading four times the L2 behind what `prepare` queues, in microseconds.
  template <class Prepare>
  [[nodiscard]] double read_us(const Prepare& prepare);

  std::size_t l2_bytes_;
  DeviceMemory flush_;   ///< twice the L2, written over and over
  DeviceMemory clean_;   ///< read only, after it was cleared once; made when first needed
  DeviceMemory target_;  ///< what the proof reads
  double peak_bytes_per_second_;
  unsigned clean_factor_ = 0;
  double cold_excess_us_ = 0;
  bool cold_proven_ = false;
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
  void end() override;
  [[nodiscard]] std::string note() const override;

 private:
  [[nodiscard]] Sample take_once();

  Bench& bench_;
  const Launch& launch_;
  Cache cache_;
  double sustained_mhz_;
  /// Off during warm-up, on afterwards; off again where the variant waits inside its launch, so that launch
  /// latency cannot be hidden.
  bool hold_ = false;
  int launches_ = 1;  ///< back-to-back launches a sample
};

}  // namespace rungs::cuda
