// The fibers of one OS thread: stacks, and switches that AddressSanitizer understands.
#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/stack_context.hpp>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define RUNGS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RUNGS_ADDRESS_SANITIZER 1
#endif
#endif

#if defined(RUNGS_ADDRESS_SANITIZER)
#include <sanitizer/common_interface_defs.h>
#endif

namespace rungs::simulator {

/// A stack allocator as Boost.Context wants one. All of its objects share the stacks; any OS thread may give
/// back what another one took. They are kept after use, since mapping a stack costs more than most threads of a kernel.
/// Memory is taken page by page, where a stack is first used.
class FiberStacks {
 public:
  /// What a GPU gives the local variables of a thread, and what calls and signals need besides.
  static constexpr std::size_t local_bytes = std::size_t{512} * 1024;
  static constexpr std::size_t stack_bytes = local_bytes + 64 * 1024;
  /// Below a stack, without access.
  static constexpr std::size_t guard_bytes = std::size_t{64} * 1024;

  /// A stack with undefined content. Throws Unsupported if there is no memory.
  boost::context::stack_context allocate();
  /// How many bytes the fiber `index` leaves unused at the end of its stack. Stacks begin at pages, so the
  /// ends where fibers wait would else map to the same few cache sets.
  static constexpr std::size_t unused_bytes(std::size_t index) { return index % 101 * 320; }
  /// Keeps the stack for the next `allocate`, or frees it if there are many.
  void deallocate(boost::context::stack_context& stack) noexcept;
};

struct Fiber {
  boost::context::fiber context;  ///< where it continues; empty while it runs
  boost::context::stack_context stack;
  const void* stack_bottom = nullptr;
  std::size_t stack_bytes = 0;
  void* fake_stack = nullptr;  ///< AddressSanitizer's fake stack, while the fiber is suspended
};

/// All fibers run `body(argument)`. A fiber that returns switches to home and must not be resumed.
class Fibers {
 public:
  Fibers(void (*body)(void*), void* argument) : body_(body), argument_(argument) {}
  Fibers(const Fibers&) = delete;  // nor moved: current_ points into it
  Fibers& operator=(const Fibers&) = delete;

  /// Creates a fiber; it starts at the first switch to it. Throws Unsupported if there is no memory for its stack.
  Fiber& create();
  /// The OS thread's own stack.
  [[nodiscard]] Fiber& home() { return home_; }
  [[nodiscard]] Fiber& current() { return *current_; }
  /// Suspends the current fiber and continues `to`; returns when another fiber switches back. Inline, as are
  /// its callers: the CPU cannot predict a return after a switch, and each misprediction costs more than the
  /// rest of the switch.
  [[gnu::always_inline]] inline void switch_to(Fiber& to);
  /// Gives up a suspended fiber, which is not to run again: what its functions hold is not freed.
  void abandon(Fiber& fiber);

 private:
  boost::context::fiber run(Fiber& self, boost::context::fiber&& from);
  void arrive(boost::context::fiber&& from, void* fake_stack);

  FiberStacks stacks_;
  void (*body_)(void*);
  void* argument_;
  Fiber home_;
  Fiber* current_ = &home_;
  Fiber* previous_ = nullptr;
  std::vector<std::unique_ptr<Fiber>> fibers_;
};

// `keep` is false at a fiber's last switch: its fake stack is freed.
inline void announce_switch([[maybe_unused]] bool keep, [[maybe_unused]] Fiber& from,
                            [[maybe_unused]] const Fiber& to) {
#if defined(RUNGS_ADDRESS_SANITIZER)
  __sanitizer_start_switch_fiber(keep ? &from.fake_stack : nullptr, to.stack_bottom, to.stack_bytes);
#endif
}

// Runs first on the new stack: stores where the previous fiber continues.
inline void Fibers::arrive(boost::context::fiber&& from, [[maybe_unused]] void* fake_stack) {
#if defined(RUNGS_ADDRESS_SANITIZER)
  // This also gives the bounds of the OS thread's own stack.
  __sanitizer_finish_switch_fiber(fake_stack, &previous_->stack_bottom, &previous_->stack_bytes);
#endif
  previous_->context = std::move(from);
}

inline void Fibers::switch_to(Fiber& to) {
  Fiber& self = *current_;
  announce_switch(true, self, to);
  previous_ = &self;
  current_ = &to;
  boost::context::fiber from = std::move(to.context).resume();
  arrive(std::move(from), self.fake_stack);
}

}  // namespace rungs::simulator
