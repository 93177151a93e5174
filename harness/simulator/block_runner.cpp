#include "harness/simulator/block_runner.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <numeric>
#include <rungs/core/errors.hpp>
#include <rungs/random.hpp>
#include <utility>

namespace rungs::simulator {

namespace subset {
constinit thread_local uint3 threadIdx = {};
constinit thread_local uint3 blockIdx = {};
constinit thread_local dim3 blockDim;
constinit thread_local dim3 gridDim;
}  // namespace subset

constinit thread_local void* dynamic_shared_memory = nullptr;
constinit thread_local volatile bool undisturbed = true;

namespace {

constinit thread_local BlockRunner* current_runner = nullptr;

constexpr long first_tick_ms = 20;

subset::uint3 position(std::uint64_t index, subset::dim3 extents) {
  return {static_cast<unsigned>(index % extents.x), static_cast<unsigned>(index / extents.x % extents.y),
          static_cast<unsigned>(index / extents.x / extents.y)};
}

/// Orders the threads that can run. `phase`: how many times the threads of the block were ordered before.
void arrange(std::vector<unsigned>& threads, const Settings& settings, std::uint64_t block, std::uint64_t phase) {
  const auto in_order = [&](auto before) {  // nearly always so already
    if (!std::ranges::is_sorted(threads, before)) std::ranges::sort(threads, before);
  };
  if (settings.order == Order::forward) return in_order(std::less<>());
  if (settings.order == Order::reverse) return in_order(std::greater<>());
  const std::uint64_t seed = random_bits(random_bits(settings.seed, block), phase);
  for (std::size_t left = threads.size(); left > 1; --left)
    std::swap(threads[left - 1], threads[random_below(seed, left, left)]);
}

}  // namespace

BlockRunner::BlockRunner(const GridShape& shape, ThreadBody body, const Settings& settings, Progress& progress)
    : shape_(shape),
      body_(body),
      settings_(settings),
      progress_(progress),
      code_(code_of(shape.kernel != 0 ? shape.kernel : reinterpret_cast<std::uintptr_t>(body.call))),
      shared_(shape.shared_bytes, declared_by(shape.kernel).of_this_thread(), poison_byte(settings.order)),
      races_(settings.races, shape.threads, shared_.dynamic(), shape.shared_bytes),
      fibers_([](void* self) { static_cast<BlockRunner*>(self)->fiber_main(); }, this),
      interrupts_(progress.spins() ? 1 : first_tick_ms) {
  const unsigned count = shape.threads.x * shape.threads.y * shape.threads.z;
  for (unsigned i = 0; i < count; ++i) positions_.push_back(position(i, shape.threads));
  threads_.resize(count);
  warps_.resize((count + 31) / 32);
  copies_.resize(count);
  left_.reserve(count);  // handlers of signals add to it
  subset::blockDim = shape.threads;
  subset::gridDim = shape.blocks;
  dynamic_shared_memory = shared_.dynamic();
  current_runner = this;
}

BlockRunner::~BlockRunner() {
  ending_ = true;
  for (Fiber* fiber : idle_) fibers_.switch_to(*fiber);
  for (Fiber* fiber : left_) fibers_.abandon(*fiber);
  current_runner = nullptr;
  dynamic_shared_memory = nullptr;
}

BlockRunner& BlockRunner::current(const char* operation) {
  if (current_runner == nullptr) throw Failed(std::string(operation) + " outside of a kernel");
  return *current_runner;
}

BlockRunner* BlockRunner::of_this_thread() { return current_runner; }

void BlockRunner::run(std::uint64_t block) {
  start_block(block);
  Fiber& first = next();
  fibers_.switch_to(first);
  races::BlockRaces::stop();
  // No thread can go on: all have returned, one has failed, or all that are left wait.
  if (fault_.signal != 0)
    error_ = std::make_exception_ptr(Failed(thread_name(fault_thread_) + ": " + to_string(fault_)));
  if (!error_ && returned_ < threads()) {
    end_with(std::make_exception_ptr(Failed(explain_deadlock("threads wait for others that never come"))));
    if (Fiber& to = next_to_unwind(); &to != &fibers_.home()) fibers_.switch_to(to);
  }
  races::throw_found(false);
  if (error_) std::rethrow_exception(error_);
  if (!shared_.guards_hold()) {
    throw Failed(block_name() + ": a thread wrote outside of dynamic shared memory, of which there are " +
                 std::to_string(shape_.shared_bytes) + " bytes");
  }
}

void BlockRunner::start_block(std::uint64_t block) {
  shared_.poison();
  races_.begin(block);
  block_ = block;
  subset::blockIdx = position(block, shape_.blocks);
  threads_.assign(threads_.size(), {});
  warps_.assign(warps_.size(), {});
  for (CopyQueue& queue : copies_) queue.clear();
  pipelines_.clear();
  phase_ = 0;
  returned_ = 0;
  arrived_ = 0;
  votes_ = 0;
  seen_.clear();
  seen_returned_ = 0;
  all_are_ready();
  next_round();
}

// A fiber runs one thread after the other. A thread that waits keeps its fiber; another fiber runs the next one.
void BlockRunner::fiber_main() {
  Fiber& self = fibers_.current();
  while (!ending_) {
    run_thread();
    idle_.push_back(&self);
    Fiber& to = next();  // this fiber itself if the next thread has none yet
    if (&to != &self) fibers_.switch_to(to);
  }
}

void BlockRunner::run_thread() {
  // Exceptions are caught here and rethrown in home: none may be in flight while fibers switch.
  try {
    const struct InKernel {
      InKernel() { undisturbed = false; }
      ~InKernel() { undisturbed = true; }
    } now;
    body_.call(body_.closure);
  } catch (const Unwind&) {
  } catch (const Failed&) {
    end_with(std::current_exception());
  } catch (const std::exception& error) {
    end_with(std::make_exception_ptr(Failed(thread_name(thread_) + ": threw an exception: " + error.what())));
  } catch (...) {
    end_with(std::make_exception_ptr(Failed(thread_name(thread_) + ": threw an exception")));
  }
  Thread& thread = threads_[thread_];
  thread.fiber = nullptr;
  thread.returned = true;
  ++returned_;
  warps_[thread_ / 32].returned |= 1U << lane();
}

void BlockRunner::end_with(std::exception_ptr error) {
  unwinding_ = true;
  if (!error_) error_ = std::move(error);
}

// Makes the next thread the current one and returns its fiber; home if no thread can run.
Fiber& BlockRunner::next() {
  if (unwinding_) return next_to_unwind();
  if (cursor_ == round_.size() && !next_round()) return fibers_.home();
  thread_ = round_[cursor_++];
  ticks_of_turn_ = 0;
  subset::threadIdx = positions_[thread_];
  Thread& thread = threads_[thread_];
  if (thread.fiber == nullptr) {
    if (idle_.empty()) {
      thread.fiber = &fibers_.create();
    } else {
      thread.fiber = idle_.back();
      idle_.pop_back();
    }
  }
  races_.run(thread_, thread.fiber->stack_bottom, thread.fiber->stack_bytes);
  return *thread.fiber;
}

Fiber& BlockRunner::next_to_unwind() {
  races::BlockRaces::stop();
  for (; to_unwind_ < threads_.size(); ++to_unwind_) {
    if (threads_[to_unwind_].fiber == nullptr) continue;
    if (threads_[to_unwind_].interrupted != 0) {
      left_.push_back(std::exchange(threads_[to_unwind_].fiber, nullptr));
      continue;
    }
    thread_ = to_unwind_;
    return *threads_[to_unwind_].fiber;
  }
  return fibers_.home();
}

bool BlockRunner::next_round() {
  races::BlockRaces::stop();
  std::erase_if(conditions_, [this](const Condition& condition) {
    const bool holds = condition.holds(condition.closure);
    if (holds) ready_.push_back(condition.thread);
    return holds;
  });
  round_.swap(ready_);
  ready_.clear();
  cursor_ = 0;
  arrange(round_, settings_, block_, phase_++);
  return !round_.empty();
}

void BlockRunner::all_are_ready() {
  ready_.resize(threads_.size());
  std::iota(ready_.begin(), ready_.end(), 0U);
}

void BlockRunner::trap(Site site) {
  throw Failed(fmt::format("{}: __trap at {}:{}", thread_name(thread_), site.file, site.line));
}

void BlockRunner::fail(const std::string& text) {
  unwinding_ = true;
  throw Failed(text);
}

}  // namespace rungs::simulator
