// A line on stderr that says how far a run is.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace pipeline {

enum class ProgressMode { automatic, always, never };  ///< automatic: if stderr is a terminal

/// "12.3 of 40.0 GB, 31 %, 512 MB/s, about 54 s left"
[[nodiscard]] inline std::string progress_text(double done, double total, double bytes_per_second) {
  const auto left = static_cast<std::uint64_t>((total - done) / bytes_per_second);
  return fmt::format("{:.1f} of {:.1f} GB, {:.0f} %, {:.0f} MB/s, about {} left", done / 1e9, total / 1e9,
                     100 * done / total, bytes_per_second / 1e6,
                     left < 60 ? fmt::format("{} s", left) : fmt::format("{} min", (left + 30) / 60));
}

class Progress {
 public:
  /// `total`: the bytes of the run.
  Progress(ProgressMode mode, std::uint64_t total)
      : shown_(mode == ProgressMode::always || (mode == ProgressMode::automatic && ::isatty(2) == 1)),
        total_(static_cast<double>(total)) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Removes the line.
  ~Progress() {
    if (next_ > start_) fmt::print(stderr, "\r\033[K");
  }

  /// More bytes, at least one, are done. Writes at most two lines per second.
  void advance(std::uint64_t bytes) {
    done_ += static_cast<double>(bytes);
    const auto now = Clock::now();
    if (!shown_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(500);
    const double seconds = std::chrono::duration<double>(now - start_).count();
    fmt::print(stderr, "\r\033[K{}", progress_text(done_, total_, done_ / seconds));
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool shown_;
  double total_;
  double done_ = 0;  ///< bytes
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_;  ///< when a line may be written
};

}  // namespace pipeline
