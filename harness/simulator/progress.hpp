// Whether the threads of a launch still get anywhere. A thread that spins is found by what is its own: its registers
// and its stack are the same again and again, so only memory that another thread writes can end its loop.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace rungs::simulator {

/// What was seen of one thread, at random moments.
struct Seen {
  std::uint64_t state = 0;  ///< an earlier one
  unsigned samples = 0;
  unsigned repeats = 0;

  /// Adds a sample; true if the thread was in this state before.
  bool add(std::uint64_t now) {
    const bool again = samples > 0 && now == state;
    if ((samples & (samples - 1)) == 0) state = now;  // so that it becomes one from within the loop
    ++samples;
    repeats += again ? 1 : 0;
    return again;
  }
  [[nodiscard]] bool spins() const { return repeats > 0; }
  [[nodiscard]] bool surely_advances() const { return samples >= 40 && repeats == 0; }
};

/// Of one launch; all of its OS threads use it.
class Progress {
 public:
  /// `start_another` starts one more OS thread for blocks that have not started, if it can.
  Progress(double patience_s, std::function<void()> start_another);

  /// A thread has ended; or one has waited, and goes on.
  void note_end();
  void note_wait() { waited_at_ = cpu_seconds(); }
  void note(const Seen& seen, bool repeated);
  /// Why the launch must end, "no thread has ended for 5 s of CPU time, ..."; empty if it need not.
  [[nodiscard]] std::string why_stuck() const;
  [[nodiscard]] bool spins() const { return repeats_ > 0; }

  std::atomic<bool> stop = false;  ///< the launch has failed: all OS threads are to end

 private:
  static double cpu_seconds();

  double patience_s_;
  std::function<void()> start_another_;
  std::atomic<double> ended_at_;  ///< in CPU time
  std::atomic<double> waited_at_;
  std::atomic<unsigned> samples_ = 0;
  std::atomic<unsigned> repeats_ = 0;
  std::atomic<double> advanced_at_;
};

}  // namespace rungs::simulator
