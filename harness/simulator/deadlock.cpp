// What a tick of the timer does to the running block: threads that spin or take long give others their turn, and a
// block that cannot end, of which Progress knows, is ended. The messages for deadlocks: threads that wait for others
// that never come.
#include <fmt/format.h>
#include <algorithm>
#include <ctime>
#include <mutex>
#include <rungs/core/errors.hpp>
#include <utility>
#include "harness/simulator/block_runner.hpp"

namespace rungs::simulator {
namespace {

constexpr std::size_t most_shown = 4;  ///< groups of threads, and threads of a group

}  // namespace

std::string to_string(const Wait& wait) {
  const std::string mask = wait.mask == 0 ? "" : fmt::format(" (mask {:#010x})", wait.mask);
  if (wait.site.line == 0) return fmt::format("{} at {}", wait.operation, wait.site.file);
  return fmt::format("{}{} at {}:{}", wait.operation, mask, wait.site.file, wait.site.line);
}

std::string BlockRunner::name(unsigned thread) const {
  const auto& p = positions_[thread];
  return fmt::format("({}, {}, {})", p.x, p.y, p.z);
}

std::string BlockRunner::block_name() const {
  return fmt::format("{}, block ({}, {}, {})", shape_.kernel == 0 ? "a kernel" : function_name(shape_.kernel),
                     subset::blockIdx.x, subset::blockIdx.y, subset::blockIdx.z);
}

std::string BlockRunner::thread_name(unsigned thread) const { return block_name() + ", thread " + name(thread); }

// Of a thread that a tick has interrupted: the line of the loop.
Wait BlockRunner::where(const Thread& thread) const {
  if (thread.interrupted == 0) return thread.wait;
  static std::mutex mutex;
  static std::map<std::uintptr_t, std::string> lines;  // sites refer to them
  const std::lock_guard lock(mutex);
  auto found = lines.find(thread.interrupted);
  if (found == lines.end()) found = lines.emplace(thread.interrupted, source_line(thread.interrupted)).first;
  return {"a loop", 0, {found->second.c_str(), 0}};
}

// "3 of 256 threads, (0, 0, 0), (1, 0, 0), (2, 0, 0),"
std::string BlockRunner::threads_text(const std::vector<unsigned>& threads) const {
  std::string text = fmt::format("{} of {} threads: ", threads.size(), threads_.size());
  for (std::size_t i = 0; i < std::min(most_shown, threads.size()); ++i) {
    text += (i == 0 ? "" : ", ") + name(threads[i]);
  }
  return text + (threads.size() > most_shown ? ", ..." : "");
}

// "block (0, 0, 0): threads wait for others that never come. Waiting at __syncthreads() at sum.cu:12, 255 of
// 256 threads: (0, 0, 0), ...; returned, 1 of 256 threads: (255, 0, 0)"
std::string BlockRunner::explain_deadlock(const std::string& why) const {
  std::vector<std::pair<Wait, std::vector<unsigned>>> groups;
  std::vector<unsigned> returned;
  for (unsigned i = 0; i < threads_.size(); ++i) {
    const Thread& thread = threads_[i];
    if (thread.returned) {
      returned.push_back(i);
      continue;
    }
    const Wait there = where(thread);
    auto group = std::ranges::find_if(groups, [&](const auto& one) { return one.first == there; });
    if (group == groups.end()) group = groups.insert(groups.end(), {there, {}});
    group->second.push_back(i);
  }
  std::string text = block_name() + ": " + why + ".";
  for (std::size_t i = 0; i < std::min(most_shown, groups.size()); ++i) {
    text += fmt::format("{} {} {}, {}", i == 0 ? "" : ";",
                        std::string_view(groups[i].first.operation) == "a loop" ? "in" : "waiting at",
                        to_string(groups[i].first), threads_text(groups[i].second));
  }
  if (groups.size() > most_shown) text += fmt::format("; and at {} other places", groups.size() - most_shown);
  if (!returned.empty()) text += "; returned, " + threads_text(returned);
  return text;
}

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
