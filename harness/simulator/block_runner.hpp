// Runs the blocks of a grid one after the other on one OS thread. Each CUDA thread is a fiber; fibers switch
// where threads wait.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <rungs/simulator/async_copy.hpp>
#include <rungs/simulator/barriers.hpp>
#include <rungs/simulator/vector_types.hpp>
#include <rungs/simulator/wait.hpp>
#include <rungs/simulator/warp.hpp>
#include <string>
#include <vector>
#include "harness/simulator/fiber.hpp"
#include "harness/simulator/interrupts.hpp"
#include "harness/simulator/progress.hpp"
#include "harness/simulator/races/block_races.hpp"
#include "harness/simulator/shared_memory.hpp"
#include "harness/simulator/simulator.hpp"
#include "harness/simulator/source_line.hpp"

namespace rungs::simulator {

/// A kernel with its arguments: the code of one thread.
struct ThreadBody {
  void (*call)(const void* closure);
  const void* closure;
};

struct GridShape {
  subset::dim3 blocks;
  subset::dim3 threads;
  std::size_t shared_bytes = 0;
  std::uintptr_t kernel = 0;  ///< its first instruction; 0: unknown
};

/// Ends a block because another one has failed.
struct Stopped {};

class BlockRunner {
 public:
  /// Create, use and destroy on one OS thread; it becomes the current runner of that thread.
  BlockRunner(const GridShape& shape, ThreadBody body, const Settings& settings, Progress& progress);
  ~BlockRunner();

  /// Runs one block to its end. Rethrows what a thread threw. Throws Failed on a deadlock, if no thread gets
  /// anywhere, on an instruction that the CPU refuses, or if a thread wrote outside dynamic shared memory.
  void run(std::uint64_t block);

  /// The runner of the calling OS thread. Throws Failed outside a kernel; `operation` is for the message.
  static BlockRunner& current(const char* operation);
  static bool inside_kernel() { return of_this_thread() != nullptr; }
  static BlockRunner* of_this_thread();

  // Called by handlers of signals:

  /// The module that has the kernel.
  [[nodiscard]] const Code& code() const { return code_; }
  [[nodiscard]] bool in_a_thread() { return &fibers_.current() != &fibers_.home(); }
  [[nodiscard]] const void* stack_end() { return fibers_.current().stack.sp; }
  [[nodiscard]] bool guards(std::uintptr_t address);
  /// A tick of the timer where the running thread can be interrupted, in a state with this number: gives
  /// other threads their turn if it spins or takes long, and ends the launch if that must be.
  void tick(std::uintptr_t instruction, std::uint64_t state);
  /// A tick elsewhere, which counts when a thread waits.
  void tick_later() { late_tick_ = true; }
  /// Ends the block from within a thread that must not go on.
  [[noreturn]] void leave(const Fault& fault);

  // Called by the running thread:

  /// Waits for all threads of the block. Throws Failed if another thread waits at a different barrier.
  [[gnu::always_inline]] VoteResult barrier(const char* operation, Site site, bool vote);

  /// Waits for the lanes in the mask, then fills `request.result`. Throws Failed if the mask lacks the caller
  /// or names a lane that does not exist.
  [[gnu::always_inline]] void warp(WarpRequest& request, Site site);

  /// Waits until `condition()` is true. Until then, any thread may call it at any time.
  template <class Condition> void wait_until(const char* operation, Site site, const Condition& condition) {
    const Undisturbed here;
    if (condition()) return;
    conditions_.push_back({thread_, [](const void* c) { return (*static_cast<const Condition*>(c))(); }, &condition});
    wait_out_of_line({operation, 0, site});
  }

  [[noreturn]] void trap(Site site);

  /// Lets other threads run first.
  void yield(Site site);

  [[nodiscard]] unsigned lane() const { return thread_ % 32; }
  [[nodiscard]] unsigned rank() const { return thread_; }
  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(threads_.size()); }
  [[nodiscard]] unsigned char poison() const { return poison_byte(settings_.order); }
  /// The running thread's asynchronous copies that belong to no pipeline object.
  CopyQueue& copies() { return copies_[thread_]; }
  /// The shared state of the block-scope pipeline that the kernel keeps at `state`.
  SharedPipeline& shared_pipeline(const void* state) { return pipelines_[state]; }

 private:
  // Thrown in waiting threads, to unwind their stacks after another thread has failed.
  struct Unwind {};
  struct Thread {
    Fiber* fiber = nullptr;  ///< null before the thread starts and after it returns
    bool returned = false;
    Wait wait;
    std::uintptr_t interrupted = 0;  ///< at this instruction, by a tick; 0: it waits, or runs
  };
  struct Warp {
    unsigned waiting = 0;
    unsigned returned = 0;
    WarpRequest* requests[32] = {};
  };
  struct Condition {
    unsigned thread;
    bool (*holds)(const void*);
    const void* closure;
  };

  void start_block(std::uint64_t block);
  void fiber_main();
  void run_thread();
  void end_with(std::exception_ptr error);
  [[gnu::always_inline]] void wait(const Wait& wait);
  void wait_out_of_line(const Wait& wait);
  Fiber& next();
  bool must_end(std::uint64_t state);
  void wait_after_tick();
  bool next_round();
  Fiber& next_to_unwind();
  [[noreturn]] void fail(const std::string& text);
  void all_are_ready();
  void check_mask(const WarpRequest& request, Site site);
  [[nodiscard]] std::string name(unsigned thread) const;
  [[nodiscard]] std::string block_name() const;
  [[nodiscard]] std::string thread_name(unsigned thread) const;
  [[nodiscard]] std::string threads_text(const std::vector<unsigned>& threads) const;
  [[nodiscard]] std::string explain_deadlock(const std::string& why) const;
  [[nodiscard]] Wait where(const Thread& thread) const;

  GridShape shape_;
  ThreadBody body_;
  Settings settings_;
  Progress& progress_;
  Code code_;
  SharedMemory shared_;
  races::BlockRaces races_;
  Fibers fibers_;
  std::vector<Fiber*> idle_;
  std::vector<subset::uint3> positions_;
  std::vector<Fiber*> left_;  ///< fibers that are not to run again
  Interrupts interrupts_;

  // The running block:
  std::uint64_t block_ = 0;
  std::uint64_t phase_ = 0;
  std::vector<Thread> threads_;
  std::vector<Warp> warps_;
  std::vector<unsigned> round_;  ///< threads to run until they wait, in this order
  std::size_t cursor_ = 0;       ///< into round_
  std::vector<unsigned> ready_;  ///< runs in the next round
  std::vector<Condition> conditions_;
  unsigned thread_ = 0;  ///< the running thread
  Wait barrier_;
  unsigned arrived_ = 0;
  int votes_ = 0;
  int votes_of_last_ = 0;
  std::vector<CopyQueue> copies_;
  std::map<const void*, SharedPipeline> pipelines_;
  std::exception_ptr error_;
  unsigned returned_ = 0;
  Fault fault_;
  unsigned fault_thread_ = 0;
  std::vector<Seen> seen_;  ///< of each thread, if there was a tick
  unsigned seen_returned_ = 0;
  unsigned ticks_of_turn_ = 0;
  bool late_tick_ = false;
  bool waited_ = false;  ///< since the last tick
  bool unwinding_ = false;
  unsigned to_unwind_ = 0;
  bool ending_ = false;
};

}  // namespace rungs::simulator
