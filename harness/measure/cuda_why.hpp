// Changes the supply of one resource around an unchanged launch, and times it; and what a visit is made of: an
// antagonist that runs beside it, and samples.
#pragma once

#include <vector>
#include "harness/cuda/control_kernels.hpp"
#include "harness/cuda/device.hpp"
#include "harness/cuda/green_contexts.hpp"
#include "harness/measure/cuda_probe.hpp"
#include "harness/measure/executor.hpp"

namespace rungs::cuda {

/// Visits of each resource, levels there and back, each beside its placebo; cold caches. `launch` launches on the
/// timer's stream, wherever that is; `mhz` is the clock that the device keeps. No setting of the device is touched.
/// Throws Unsupported, with the reason, if the driver is too old, or for a launch that would be measured wrongly;
/// Failed on any error of a launch.
[[nodiscard]] std::vector<WhyVisit> measure_why(StreamTimer& timer, const Launch& launch, const DeviceFacts& device,
                                                double mhz);

/// The memory that antagonists need.
class AntagonistMemory {
 public:
  /// On up to so many multiprocessors, with a buffer of this many bytes that they read; of 0, they idle. Throws
  /// Unsupported if memory runs out.
  AntagonistMemory(unsigned multiprocessors, std::size_t bytes, bool stays_in_l2);
  /// Work over the buffer, with at least `period_cycles` from burst to burst of a block.
  [[nodiscard]] AntagonistWork work(unsigned long long period_cycles) const;
  /// Bytes per second that reading it reaches on all multiprocessors, alone.
  [[nodiscard]] double full_rate(StreamTimer& timer) const;

  /// Lets it run, or tells it to end; returns when its kernel can see that.
  void set_stop(unsigned value) const;
  [[nodiscard]] unsigned blocks() const { return antagonist_blocks_on_each * multiprocessors_; }
  [[nodiscard]] unsigned long long* moved() const { return static_cast<unsigned long long*>(moved_.get()); }
  /// Queues a note of how far the antagonist is: 0 before a launch, 1 behind it.
  void note(int which, cudaStream_t stream) const;
  /// Bytes per second between the two notes.
  [[nodiscard]] double noted_rate() const;

 private:
  unsigned multiprocessors_;
  std::size_t bytes_;
  bool stays_in_l2_;
  DeviceMemory memory_;
  DeviceMemory moved_;  ///< a count for each block
  OwnedStream control_ = make_stream();
  DeviceMemory stop_ = make_device_memory(sizeof(unsigned));
  PinnedMemory stop_value_ = make_pinned_memory(sizeof(unsigned));  ///< on its way to `stop_`
  PinnedMemory notes_ = make_pinned_memory(2 * sizeof(Progress));
};

/// An antagonist that runs on a group of multiprocessors as long as this object lives.
class RunningAntagonist {
 public:
  RunningAntagonist(const AntagonistMemory& memory, unsigned long long period_cycles, const SmGroup& on);
  ~RunningAntagonist();
  RunningAntagonist(const RunningAntagonist&) = delete;
  RunningAntagonist& operator=(const RunningAntagonist&) = delete;

 private:
  const AntagonistMemory& memory_;
  const SmGroup& on_;
};

/// Samples of one visit.
struct WhySamples {
  double median_us = 0, low_us = 0, high_us = 0;  ///< with the quartiles
  std::size_t count = 0;
  double rate = 0;  ///< of the antagonist during the launches, in bytes per second
};

/// Cold samples of a launch on the timer's stream, the first one not counted unless it is long; `beside` is what an
/// antagonist's rate is read from, if there is one. Throws Unsupported if the launch waits inside.
[[nodiscard]] WhySamples take_samples(StreamTimer& timer, const Launch& launch, const AntagonistMemory* beside);

}  // namespace rungs::cuda
