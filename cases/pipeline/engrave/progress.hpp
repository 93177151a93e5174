// A line on stderr that says how far a run is.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace pipeline {

enum class ProgressMode { automatic, always, never };  ///< automatic: if stderr is a terminal

/// "12.3 of 40.0 GB, 31 %, 512 MB/s, 0:54 left"
[[nodiscard]] inline std::string progress_text(std::uint64_t done, std::uint64_t total,
                                               double bytes_per_second) {
  const auto left =
      static_cast<std::uint64_t>(std::ceil(static_cast<double>(total - done) / bytes_per_second));
  const std::string hours = left < 3600 ? "" : fmt::format("{}:", left / 3600);
  return fmt::format("{:.1f} of {:.1f} GB, {:.0f} %, {:.0f} MB/s, {}{:0{}}:{:02} left",
                     static_cast<double>(done) / 1e9, static_cast<double>(total) / 1e9,
                     100 * static_cast<double>(done) / static_cast<double>(total), bytes_per_second / 1e6,
                     hours, left / 60 % 60, hours.empty() ? 1 : 2, left % 60);
}

class Progress {
 public:
  /// `total`: the bytes of the run.
  Progress(ProgressMode mode, std::uint64_t total)
      : shown_(mode == ProgressMode::always || (mode == ProgressMode::automatic && ::isatty(2) == 1)),
        total_(total) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Removes the line.
  ~Progress() {
    if (next_ > start_) fmt::print(stderr, "\r\033[K");
  }

  /// More bytes, at least one, are done. Writes at most two lines per second.
  void advance(std::uint64_t bytes) {
    done_ += bytes;
    const auto now = Clock::now();
    if (!shown_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(500);
    const double seconds = std::chrono::duration<double>(now - start_).count();
    fmt::print(stderr, "\r\033[K{}", progress_text(done_, total_, static_cast<double>(done_) / seconds));
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool shown_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_;  ///< when a line may be written
};

}  // namespace pipeline
