#include "harness/simulator/interrupts.hpp"
#include <execinfo.h>
#include <fmt/format.h>
#include <ucontext.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <mutex>
#include <utility>
#include "harness/simulator/block_runner.hpp"

namespace rungs::simulator {
namespace {

constexpr std::size_t signal_stack_bytes = std::size_t{64} * 1024;
constexpr long tick_ns = 500'000;
constexpr long fast_tick_ns = 50'000;
constexpr std::size_t red_zone_bytes = 128;

constexpr std::array fault_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
int tick_signal() { return SIGRTMIN + 4; }

struct Handlers {
  std::mutex mutex;
  unsigned users = 0;
  struct sigaction before[fault_signals.size()] = {};
  struct sigaction before_tick = {};
};
Handlers& handlers() {
  static Handlers all;
  return all;
}

struct Registers {
  std::uintptr_t instruction = 0;
  std::uintptr_t stack = 0;
  bool writes = false;
};

Registers registers_of(const ucontext_t& context) {
  const auto& machine = context.uc_mcontext;
#if defined(__x86_64__)
  return {static_cast<std::uintptr_t>(machine.gregs[REG_RIP]), static_cast<std::uintptr_t>(machine.gregs[REG_RSP]),
          (machine.gregs[REG_ERR] & 2) != 0};
#else
  return {machine.pc, machine.sp, false};
#endif
}

// AddressSanitizer would not let it read all of a stack.
[[gnu::no_sanitize("address")]] std::uint64_t hash_of(const std::uint64_t* from, const std::uint64_t* to,
                                                      std::uint64_t hash) {
  for (; from < to; ++from) hash = (hash ^ *from) * 0x9E3779B97F4A7C15U + (hash >> 29U);
  return hash;
}
template <class T> std::uint64_t hash_of(const T& object, std::uint64_t hash) {
  const auto* const from = reinterpret_cast<const std::uint64_t*>(&object);
  return hash_of(from, reinterpret_cast<const std::uint64_t*>(&object + 1), hash);
}
std::uint64_t hash_of_stack(std::uintptr_t from, const void* end, std::uint64_t hash) {
  return hash_of(reinterpret_cast<const std::uint64_t*>(from / 8 * 8),
                 reinterpret_cast<const std::uint64_t*>(reinterpret_cast<std::uintptr_t>(end) / 8 * 8), hash);
}

std::uint64_t state_of(const ucontext_t& context, const void* end) {
  const auto& machine = context.uc_mcontext;
#if defined(__x86_64__)
  std::uint64_t hash = hash_of_stack(registers_of(context).stack - red_zone_bytes, end, 0);
  for (int i = REG_R8; i <= REG_RIP; ++i) hash = hash_of(machine.gregs[i], hash);
  return hash_of(machine.fpregs->_xmm, hash);
#else
  return hash_of(machine.regs, hash_of_stack(machine.sp, end, machine.pc));
#endif
}

/// The kernel's instruction that caused a fault: a function of a library may have been called by it.
std::uintptr_t instruction_of_kernel(int signal, const Registers& registers, const BlockRunner& runner) {
  if (runner.code().holds(registers.instruction)) return registers.instruction;
  // A leaf such as memcpy has its caller's address on top of its stack; others may hold a lock.
  if (const auto caller = *reinterpret_cast<const std::uintptr_t*>(registers.stack);
      signal != SIGABRT && runner.code().holds(caller))
    return caller - 1;
  if (signal != SIGABRT) return 0;
  std::array<void*, 32> callers{};
  const int count = ::backtrace(callers.data(), static_cast<int>(callers.size()));
  int own = 0;  // the handler's frames are in the same module, before those of the library
  while (own < count && runner.code().holds(reinterpret_cast<std::uintptr_t>(callers[own]))) ++own;
  for (int i = own; i < count; ++i) {
    const auto caller = reinterpret_cast<std::uintptr_t>(callers[i]);
    if (runner.code().holds(caller)) return caller - 1;
  }
  return 0;
}

void on_tick(int, siginfo_t* info, void* context) {
  BlockRunner* const runner = BlockRunner::of_this_thread();
  if (runner == nullptr || info->si_code != SI_TIMER) return;
  const int error = errno;
  const auto& interrupted = *static_cast<const ucontext_t*>(context);
  const std::uintptr_t instruction = registers_of(interrupted).instruction;
  // What a library does may be half done, and an exception on its way belongs to the OS thread.
  if (undisturbed || !runner->code().holds(instruction) || std::uncaught_exceptions() > 0) {
    runner->tick_later();
  } else {
    const Undisturbed here;
    runner->tick(instruction, state_of(interrupted, runner->stack_end()));
  }
  errno = error;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  BlockRunner* const runner = BlockRunner::of_this_thread();
  const Registers registers = registers_of(*static_cast<const ucontext_t*>(context));
  const bool own = info->si_code > 0 || signal == SIGABRT;  // otherwise another process has sent it
  if (runner != nullptr && runner->in_a_thread() && own) {
    const std::uintptr_t instruction = instruction_of_kernel(signal, registers, *runner);
    const auto address = signal == SIGSEGV || signal == SIGBUS ? reinterpret_cast<std::uintptr_t>(info->si_addr) : 0;
    if (instruction != 0)
      runner->leave({signal, info->si_code, address, instruction, registers.writes, runner->guards(address)});
  }
  if (signal == SIGSEGV && own && runner == nullptr &&
      Session::note_touch(reinterpret_cast<std::uintptr_t>(info->si_addr), registers.instruction, registers.writes))
    return;
  // The instruction runs again, and ends the process.
  for (std::size_t i = 0; i < fault_signals.size(); ++i) {
    if (fault_signals[i] == signal) ::sigaction(signal, &handlers().before[i], nullptr);
  }
}

}  // namespace

std::string to_string(const Fault& fault) {
  const auto what = [&]() -> std::string {
    if (fault.signal == SIGFPE) return "an integer division by zero";
    if (fault.signal == SIGILL) return "an access that is not aligned to its size, or code that must not be reached";
    if (fault.signal == SIGABRT) return "abort (a failed assertion, or an exception that nothing catches)";
    if (fault.in_guard) return fmt::format("local variables of more than {} KiB", FiberStacks::local_bytes / 1024);
    if (fault.code == SI_KERNEL || fault.signal == SIGBUS)
      return "an access of a vector that is not aligned to its size, or far outside of any memory";
    const char* const does = fault.writes ? "a write" : "a read";
    if (fault.address < 4096) return fmt::format("{} through a null pointer (address {:#x})", does, fault.address);
    return fmt::format("{} far outside of any buffer (address {:#x})", does, fault.address);
  }();
  return what + " at " + source_line(fault.instruction);
}

SignalHandlers::SignalHandlers() {
  const std::lock_guard lock(handlers().mutex);
  if (handlers().users++ > 0) return;
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  // Not blocked in its handler, which may be left for another fiber.
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  for (std::size_t i = 0; i < fault_signals.size(); ++i) ::sigaction(fault_signals[i], &action, &handlers().before[i]);
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
  ::sigaction(tick_signal(), &action, &handlers().before_tick);
}

SignalHandlers::~SignalHandlers() {
  const std::lock_guard lock(handlers().mutex);
  if (--handlers().users > 0) return;
  for (std::size_t i = 0; i < fault_signals.size(); ++i) ::sigaction(fault_signals[i], &handlers().before[i], nullptr);
  ::sigaction(tick_signal(), &handlers().before_tick, nullptr);
}

Interrupts::Interrupts(long first_ms) : stack_(new char[signal_stack_bytes]) {
  stack_t stack{};
  stack.ss_sp = stack_.get();
  stack.ss_size = signal_stack_bytes;
  ::sigaltstack(&stack, &before_);
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = tick_signal();
  event._sigev_un._tid = ::gettid();
  has_timer_ = ::timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
  const itimerspec when{{0, tick_ns}, {0, first_ms * 1'000'000}};
  if (has_timer_) ::timer_settime(timer_, 0, &when, nullptr);
}

void Interrupts::hurry() {
  const itimerspec when{{0, fast_tick_ns}, {0, fast_tick_ns}};
  if (has_timer_ && !std::exchange(hurries_, true)) ::timer_settime(timer_, 0, &when, nullptr);
}

Interrupts::~Interrupts() {
  if (has_timer_) ::timer_delete(timer_);
  ::sigaltstack(&before_, nullptr);
}

[[gnu::noinline]] std::uint64_t state_here(const void* end) {
  __builtin_unwind_init();  // stores the registers that a function keeps for its caller
  return hash_of_stack(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)), end, 0);
}

}  // namespace rungs::simulator
