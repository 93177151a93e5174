#include "harness/simulator/fiber.hpp"
#include <boost/context/preallocated.hpp>
#include <cstddef>
#include <new>
#include <utility>

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

}  // namespace rungs::simulator
