#include "harness/simulator/progress.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <ctime>

namespace rungs::simulator {

Progress::Progress(double patience_s, std::function<void()> start_another)
    : patience_s_(patience_s),
      start_another_(std::move(start_another)),
      ended_at_(cpu_seconds()),
      waited_at_(ended_at_.load()),
      advanced_at_(ended_at_.load()) {}

double Progress::cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void Progress::note_end() {
  ended_at_ = cpu_seconds();
  samples_ = 0;
  repeats_ = 0;
}

void Progress::note(const Seen& seen, bool repeated) {
  ++samples_;
  if (seen.surely_advances()) advanced_at_ = cpu_seconds();
  if (!repeated) return;
  ++repeats_;
  start_another_();
}

std::string Progress::why_stuck() const {
  const double now = cpu_seconds();
  const double since_end = now - ended_at_;
  const auto none = [&](const char* what, double seconds) {
    return fmt::format("no thread of the grid {} for {:.2g} s of CPU time", what, seconds);
  };
  const bool all_spin = now - advanced_at_ > patience_s_ / 2 && repeats_ >= 20 && repeats_ * 50U >= samples_;
  if (all_spin && since_end > patience_s_) return none("has got anywhere", since_end);
  // Loops that count: nothing proves that they are endless.
  const double since_wait = std::min(since_end, now - waited_at_);
  if (since_wait > 6 * patience_s_) return none("has ended or waited", since_wait);
  if (since_end > 60 * patience_s_) return none("has ended", since_end);
  return "";
}

}  // namespace rungs::simulator
