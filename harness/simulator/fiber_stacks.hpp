// Stacks of fibers. They are kept after use, since mapping a stack costs more than most threads of a kernel.
#pragma once

#include <boost/context/stack_context.hpp>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define RUNGS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RUNGS_ADDRESS_SANITIZER 1
#endif
#endif

namespace rungs::simulator {

/// A stack allocator as Boost.Context wants one. All of its objects share the stacks; any OS thread may give
/// back what another one took.
class FiberStacks {
 public:
  /// A stack with undefined content. Throws Unsupported if there is no memory.
  boost::context::stack_context allocate();
  /// How many bytes the fiber `index` leaves unused at the end of its stack. Where stacks begin at pages, as
  /// with AddressSanitizer, the ends where fibers wait would else map to the same few cache sets.
  static constexpr std::size_t unused_bytes([[maybe_unused]] std::size_t index) {
#if defined(RUNGS_ADDRESS_SANITIZER)
    return index % 101 * 320;
#else
    return 0;
#endif
  }
  /// Keeps the stack for the next `allocate`, or frees it if there are many.
  void deallocate(boost::context::stack_context& stack) noexcept;
};

}  // namespace rungs::simulator
