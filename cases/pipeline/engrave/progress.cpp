#include "cases/pipeline/engrave/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace pipeline {
namespace {

/// "0:54", "2:03:10"
std::string clock_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  const std::uint64_t minutes = whole / 60;
  if (minutes < 60) return fmt::format("{}:{:02}", minutes, whole % 60);
  return fmt::format("{}:{:02}:{:02}", minutes / 60, minutes % 60, whole % 60);
}

}  // namespace

std::string progress_text(std::uint64_t done, std::uint64_t total, double bytes_per_second) {
  const auto gigabytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / 1e9; };
  const std::string left =
      bytes_per_second > 0 ? clock_text(static_cast<double>(total - done) / bytes_per_second) + " left" : "";
  return fmt::format("{:.1f} of {:.1f} GB, {:.0f} %, {:.0f} MB/s, {}", gigabytes(done), gigabytes(total),
                     100 * static_cast<double>(done) / static_cast<double>(total), bytes_per_second / 1e6,
                     left);
}

Progress::Progress(ProgressMode mode, std::uint64_t total)
    : shown_(mode == ProgressMode::always ||
             (mode == ProgressMode::automatic && ::isatty(STDERR_FILENO) == 1)),
      total_(total) {}

Progress::~Progress() {
  if (written_) fmt::print(stderr, "\r\033[K");
}

void Progress::advance(std::uint64_t bytes) {
  done_ += bytes;
  const auto now = Clock::now();
  if (!shown_ || now < next_) return;
  constexpr std::chrono::milliseconds between{500};
  next_ = now + between;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  fmt::print(stderr, "\r\033[K{}", progress_text(done_, total_, static_cast<double>(done_) / seconds));
  std::fflush(stderr);
  written_ = true;
}

}  // namespace pipeline
