// A line on stderr that says how far a run is.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace pipeline {

enum class ProgressMode { automatic, always, never };  ///< automatic: if stderr is a terminal

/// "12.3 of 40.0 GB, 31 %, 512 MB/s, 0:54 left"
[[nodiscard]] std::string progress_text(std::uint64_t done, std::uint64_t total, double bytes_per_second);

class Progress {
 public:
  /// `total`: the bytes of the run.
  Progress(ProgressMode mode, std::uint64_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Removes the line.
  ~Progress();

  /// More bytes are done. Writes at most two lines per second.
  void advance(std::uint64_t bytes);

 private:
  using Clock = std::chrono::steady_clock;

  bool shown_;
  bool written_ = false;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_;
};

}  // namespace pipeline
