// Reads hardware counters of launches in this process with CUPTI's range profiler; Nsight Compute is not needed.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rungs::cuda {

/// Counters of the current device and context. CUPTI is loaded when the first reader is created, so the
/// program also runs without it. The profiler is enabled only during `read`: rows are timed without it.
class CounterReader {
 public:
  virtual ~CounterReader() = default;
  /// Values for one `launch`, in the order of the metrics, summed over its kernels. Counters that the device
  /// cannot collect at once take several passes; each pass calls `prepare` and then `launch`, which must do
  /// the same work every time. Throws Unsupported with CUPTI's error.
  [[nodiscard]] virtual std::vector<double> read(const std::function<void()>& prepare,
                                                 const std::function<void()>& launch) = 0;
};

/// `metrics` are NVIDIA's names. Throws Unsupported if CUPTI is not installed, the driver refuses counters to this
/// user, or the device does not have a metric; the message says which, and what helps.
[[nodiscard]] std::unique_ptr<CounterReader> make_counter_reader(std::vector<std::string> metrics);

}  // namespace rungs::cuda
