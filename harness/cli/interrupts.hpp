// Requests to end the run: Ctrl-C, and the signals by which a system or a closed terminal asks for it.
#pragma once

#include <array>
#include <csignal>

namespace rungs {

/// Counts them during its lifetime; afterwards the signals do what they did before. One at a time.
class InterruptCounter {
 public:
  /// After `most` of them the next one ends the program at once.
  explicit InterruptCounter(int most);
  ~InterruptCounter();
  InterruptCounter(const InterruptCounter&) = delete;
  InterruptCounter& operator=(const InterruptCounter&) = delete;

  /// How many there were since the last object was made.
  [[nodiscard]] static int count();

 private:
  static constexpr std::array signals_{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, signals_.size()> before_{};
};

}  // namespace rungs
