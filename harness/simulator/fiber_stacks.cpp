#include "harness/simulator/fiber_stacks.hpp"

#include <cstddef>
#include <mutex>
#include <new>
#include <rungs/core/errors.hpp>
#include <vector>

#if defined(RUNGS_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>

#include <boost/context/protected_fixedsize_stack.hpp>
#else
#include <boost/context/fixedsize_stack.hpp>
#endif

namespace rungs::simulator {
namespace {

#if defined(RUNGS_ADDRESS_SANITIZER)
// AddressSanitizer makes frames larger, and a stack overflow should hit a guard page.
using Maker = boost::context::protected_fixedsize_stack;
constexpr std::size_t stack_bytes = std::size_t{256} * 1024;
#else
// 64 KiB is enough for the locals of any kernel. With a power of two, the ends of all stacks, where fibers
// wait, would map to the same few cache sets; the extra 320 bytes spread them.
using Maker = boost::context::fixedsize_stack;
constexpr std::size_t stack_bytes = std::size_t{64} * 1024 + 320;
#endif

/// Enough for four OS threads with the largest block each.
constexpr std::size_t most_kept = 4 * 1024;

struct Kept {
  std::mutex mutex;
  std::vector<boost::context::stack_context> stacks;

  Kept() { stacks.reserve(most_kept); }  // so that giving back a stack cannot throw
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  ~Kept() {
    for (auto& stack : stacks) Maker(stack_bytes).deallocate(stack);
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
  try {
    return Maker(stack_bytes).allocate();
  } catch (const std::bad_alloc&) {
    throw Unsupported("host memory ran out: the simulator needs a stack for each thread of a block");
  }
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
  Maker(stack_bytes).deallocate(stack);
}

}  // namespace rungs::simulator
