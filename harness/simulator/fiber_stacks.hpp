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
/// back what another one took. Memory is taken page by page, where a stack is first used.
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

}  // namespace rungs::simulator
