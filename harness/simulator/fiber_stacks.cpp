#include "harness/simulator/fiber_stacks.hpp"
#include <sys/mman.h>
#include <cstddef>
#include <mutex>
#include <rungs/core/errors.hpp>
#include <vector>

#if defined(RUNGS_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#endif

namespace rungs::simulator {
namespace {

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
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  ~Kept() {
    for (const auto& stack : stacks) unmap(stack);
  }
};

Kept& kept() {
  static Kept all;
  return all;
}

}  // namespace

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
