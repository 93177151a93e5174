// What a tick of the timer does to the running block: threads that spin or take long give others their turn,
// and a block that cannot end is ended.
#include <rungs/core/errors.hpp>
#include <utility>
#include "harness/simulator/block_runner.hpp"

namespace rungs::simulator {

constexpr unsigned most_ticks_of_turn = 40;

void BlockRunner::tick(std::uintptr_t instruction, std::uint64_t state) {
  if (unwinding_ || !in_a_thread()) return;
  Thread& thread = threads_[thread_];
  thread.interrupted = instruction;
  if (must_end(state)) leave({});
  if (!seen_[thread_].spins() && ++ticks_of_turn_ < most_ticks_of_turn) {
    thread.interrupted = 0;
    return;
  }
  ready_.push_back(thread_);
  Fiber& self = fibers_.current();
  Fiber& to = next();
  if (&to != &self) fibers_.switch_to(to);
  thread.interrupted = 0;
}

bool BlockRunner::must_end(std::uint64_t state) {
  late_tick_ = false;
  if (returned_ != seen_returned_ || seen_.empty()) {
    seen_returned_ = returned_;
    seen_.assign(threads_.size(), {});
    progress_.note_end();
  }
  if (std::exchange(waited_, false)) progress_.note_wait();
  const bool again = seen_[thread_].add(state);
  progress_.note(seen_[thread_], again);
  if (again) interrupts_.hurry();
  if (progress_.stop) {
    error_ = std::make_exception_ptr(Stopped());
  } else if (const std::string why = progress_.why_stuck(); !why.empty()) {
    progress_.stop = true;
    error_ = std::make_exception_ptr(Failed(explain_deadlock(why)));
  }
  return error_ != nullptr;
}

void BlockRunner::wait_after_tick() {
  if (!unwinding_ && in_a_thread() && must_end(state_here(stack_end()))) unwinding_ = true;
}

void BlockRunner::leave(const Fault& fault) {
  unwinding_ = true;
  if (!error_ && fault_.signal == 0) {
    fault_ = fault;
    fault_thread_ = thread_;
  }
  left_.push_back(std::exchange(threads_[thread_].fiber, nullptr));
  undisturbed = true;
  fibers_.switch_to(next_to_unwind());
  __builtin_unreachable();
}

bool BlockRunner::guards(std::uintptr_t address) {
  const auto end = reinterpret_cast<std::uintptr_t>(stack_end()) - FiberStacks::stack_bytes;
  return address < end && address >= end - FiberStacks::guard_bytes;
}

}  // namespace rungs::simulator
