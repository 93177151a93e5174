// Signals while a kernel runs: a timer's, which gives the other threads their turn, and those of mistakes.
#pragma once

#include <csignal>
#include <cstdint>
#include <memory>
#include <string>

namespace rungs::simulator {

/// A signal that a kernel's own instruction has caused.
struct Fault {
  int signal = 0;  ///< 0: none
  int code = 0;
  std::uintptr_t address = 0;
  std::uintptr_t instruction = 0;
  bool writes = false;
  bool in_guard = false;  ///< the address is in the guard zone of the thread's stack
};
/// "a misaligned access of a vector at cases/sum/gpu/tree.cu:31".
[[nodiscard]] std::string to_string(const Fault& fault);

/// Handles the signals during its lifetime, and then as before. There may be several at once.
class SignalHandlers {
 public:
  SignalHandlers();
  ~SignalHandlers();
  SignalHandlers(const SignalHandlers&) = delete;
  SignalHandlers& operator=(const SignalHandlers&) = delete;
};

/// The calling OS thread's timer, and its stack for signals: a kernel's own may be full.
class Interrupts {
 public:
  /// The first tick comes after `first_ms`, others each half millisecond; or faster, since threads spin.
  explicit Interrupts(long first_ms);
  void hurry();
  ~Interrupts();

 private:
  std::unique_ptr<char[]> stack_;
  stack_t before_{};
  timer_t timer_{};
  bool has_timer_ = false;
  bool hurries_ = false;
};

/// A number for the calling thread's registers and its stack up to `end`.
[[nodiscard]] std::uint64_t state_here(const void* end);

}  // namespace rungs::simulator
