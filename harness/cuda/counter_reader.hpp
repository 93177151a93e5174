// Reads hardware counters of launches through CUPTI's range profiler, in this process, without Nsight
// Compute.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rungs::cuda {

/// Counters of the current device and context. CUPTI is loaded when the first reader is made, so that a
/// program runs where it is not installed. The profiler is on during `read` alone: rows are timed without it.
class CounterReader {
 public:
  /// `metrics` are NVIDIA's names. Throws Unsupported where CUPTI is not there, the driver does not give
  /// counters to this user, or the device lacks a metric; the text says which and what helps.
  explicit CounterReader(std::vector<std::string> metrics);
  ~CounterReader();
  CounterReader(const CounterReader&) = delete;
  CounterReader& operator=(const CounterReader&) = delete;

  /// Values of one `launch`, in the order of the metrics, kernels of one launch added up. Counters that the
  /// device cannot take at once are taken in several passes: each calls `prepare` and then `launch`, which
  /// must do the same work every time. Throws Unsupported with CUPTI's error.
  [[nodiscard]] std::vector<double> read(const std::function<void()>& prepare,
                                         const std::function<void()>& launch);

 private:
  class Session;
  std::unique_ptr<Session> session_;
};

}  // namespace rungs::cuda
