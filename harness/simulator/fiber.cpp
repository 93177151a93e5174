#include "harness/simulator/fiber.hpp"
#include <sys/mman.h>
#include <boost/context/preallocated.hpp>
#include <mutex>
#include <new>
#include <rungs/core/errors.hpp>

#if defined(RUNGS_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#endif

namespace rungs::simulator {
namespace {

// Creating a fiber switches to its stack and back. This tells AddressSanitizer about it, so that it does not
// count frames of the new stack as frames of the old one.
class Visit {
 public:
#if defined(RUNGS_ADDRESS_SANITIZER)
  explicit Visit(const Fiber& to) { __sanitizer_start_switch_fiber(&fake_stack_, to.stack_bottom, to.stack_bytes); }
  ~Visit() {
    const void* bottom = nullptr;
    std::size_t bytes = 0;
    __sanitizer_finish_switch_fiber(nullptr, &bottom, &bytes);
    __sanitizer_start_switch_fiber(nullptr, bottom, bytes);
    __sanitizer_finish_switch_fiber(fake_stack_, nullptr, nullptr);
  }
#else
  explicit Visit(const Fiber&) {}
  ~Visit() = default;
#endif
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  [[maybe_unused]] void* fake_stack_ = nullptr;
};

/// Enough for four OS threads with the largest block each.
constexpr std::size_t most_kept = 4 * 1024;

void unmap(const boost::context::stack_context& stack) noexcept {
  ::munmap(static_cast<char*>(stack.sp) - FiberStacks::stack_bytes - FiberStacks::guard_bytes,
           FiberStacks::stack_bytes + FiberStacks::guard_bytes);
}

struct Kept {
  std::mutex mutex;
  std::vector<boost::context::stack_context> stacks;

  Kept() { stacks.reserve(most_kept); }  // so that giving back a stack cannot throw
  ~Kept() {
    for (const auto& stack : stacks) unmap(stack);
  }
};

Kept& kept() {
  static Kept all;
  return all;
}

}  // namespace

Fiber& Fibers::create() {
  fibers_.push_back(std::make_unique<Fiber>());
  Fiber& self = *fibers_.back();
  const boost::context::stack_context stack = self.stack = stacks_.allocate();
  const std::size_t unused = FiberStacks::unused_bytes(fibers_.size());
  self.stack_bottom = static_cast<const char*>(stack.sp) - stack.size;
  self.stack_bytes = stack.size - unused;
  const Visit visit(self);
  char* const end = static_cast<char*>(stack.sp) - unused;
  self.context =
      boost::context::fiber(std::allocator_arg, boost::context::preallocated(end, self.stack_bytes, stack), stacks_,
                            [this, &self](boost::context::fiber&& from) { return run(self, std::move(from)); });
  return self;
}

void Fibers::abandon(Fiber& fiber) {
  // Its destructor would continue the fiber with an exception, and code that a signal has interrupted cannot
  // be left by one.
  alignas(boost::context::fiber) std::byte never_destroyed[sizeof(boost::context::fiber)];
  static_cast<void>(new (never_destroyed) boost::context::fiber(std::move(fiber.context)));
  stacks_.deallocate(fiber.stack);
}

boost::context::fiber Fibers::run(Fiber& self, boost::context::fiber&& from) {
  arrive(std::move(from), nullptr);
  body_(argument_);
  announce_switch(false, self, home_);
  previous_ = &self;
  current_ = &home_;
  return std::move(home_.context);
}

boost::context::stack_context FiberStacks::allocate() {
  {
    const std::lock_guard lock(kept().mutex);
    if (!kept().stacks.empty()) {
      const boost::context::stack_context stack = kept().stacks.back();
      kept().stacks.pop_back();
      return stack;
    }
  }
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
  void* const start = ::mmap(nullptr, guard_bytes + stack_bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (start == MAP_FAILED || ::mprotect(start, guard_bytes, PROT_NONE) != 0) {
    if (start != MAP_FAILED) ::munmap(start, guard_bytes + stack_bytes);
    throw Unsupported("host memory ran out: the simulator needs a stack for each thread of a block");
  }
  boost::context::stack_context stack;
  stack.size = stack_bytes;
  stack.sp = static_cast<char*>(start) + guard_bytes + stack_bytes;
  return stack;
}

void FiberStacks::deallocate(boost::context::stack_context& stack) noexcept {
#if defined(RUNGS_ADDRESS_SANITIZER)
  // The last frames of a fiber never return, so their poison would stay for the next fiber.
  __asan_unpoison_memory_region(static_cast<const char*>(stack.sp) - stack.size, stack.size);
#endif
  {
    const std::lock_guard lock(kept().mutex);
    if (kept().stacks.size() < most_kept) {
      kept().stacks.push_back(stack);
      return;
    }
  }
  unmap(stack);
}

}  // namespace rungs::simulator
