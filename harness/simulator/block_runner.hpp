// Runs a grid's blocks one after the other on one OS thread: a thread is a fiber, and fibers switch where
// threads wait.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "harness/simulator/barriers.hpp"
#include "harness/simulator/copy_queue.hpp"
#include "harness/simulator/fiber.hpp"
#include "harness/simulator/shared_memory.hpp"
#include "harness/simulator/shared_pipeline.hpp"
#include "harness/simulator/simulator.hpp"
#include "harness/simulator/vector_types.hpp"
#include "harness/simulator/wait.hpp"
#include "harness/simulator/warp_request.hpp"

namespace rungs::simulator {

/// A kernel with its arguments: what one thread does.
struct ThreadBody {
  void (*call)(const void* closure);
  const void* closure;
};

struct GridShape {
  subset::dim3 blocks;
  subset::dim3 threads;
  std::size_t shared_bytes = 0;
};

class BlockRunner {
 public:
  /// To be created, used and destroyed on one OS thread, of which it becomes the current one.
  BlockRunner(const GridShape& shape, ThreadBody body, const Settings& settings);
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  /// Runs one block to its end. Throws what a thread threw, or Failed where threads wait for one that never
  /// comes or wrote outside of dynamic shared memory.
  void run(std::uint64_t block);

  /// The one of the calling OS thread. Throws Failed outside of a kernel; `operation` is for the message.
  static BlockRunner& current(const char* operation);
  static bool inside_kernel();

  // What follows is called by the running thread.

  /// Waits for all threads of the block. Throws Failed where another thread waits at another barrier.
  [[gnu::always_inline]] VoteResult barrier(const char* operation, Site site, bool vote);

  /// Waits for the lanes of the mask; fills `request.result`. Throws Failed where the mask lacks the caller
  /// or names a lane that is not there.
  [[gnu::always_inline]] void warp(WarpRequest& request, Site site);

  /// Waits until `condition()` holds. It may be called at any time and from any thread, until it holds.
  template <class Condition>
  void wait_until(const char* operation, Site site, const Condition& condition) {
    if (condition()) return;
    conditions_.push_back(
        {thread_, [](const void* c) { return (*static_cast<const Condition*>(c))(); }, &condition});
    wait_out_of_line({operation, 0, site});
  }

  /// Lets other threads run first.
  void yield(Site site);

  [[nodiscard]] unsigned lane() const { return thread_ % 32; }
  [[nodiscard]] unsigned rank() const { return thread_; }
  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(threads_.size()); }
  [[nodiscard]] unsigned char poison() const { return poison_byte(settings_.order); }
  /// Asynchronous copies of the running thread that no pipeline object holds.
  CopyQueue& copies() { return copies_[thread_]; }
  /// What threads share of the block-wide pipeline whose state the kernel keeps at `state`.
  SharedPipeline& shared_pipeline(const void* state) { return pipelines_[state]; }

 private:
  // Thrown where a thread waits, to unwind its stack once another thread has failed.
  struct Unwind {};
  struct Thread {
    Fiber* fiber = nullptr;  ///< null before it starts and after it returns
    bool returned = false;
    Wait wait;
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
  [[gnu::always_inline]] void wait(const Wait& wait);
  void wait_out_of_line(const Wait& wait);
  Fiber& next();
  bool next_round();
  Fiber& next_to_unwind();
  void unwind(std::exception_ptr error);
  [[noreturn]] void fail(const std::string& text);
  void all_are_ready();
  void check_mask(const WarpRequest& request, Site site);
  [[nodiscard]] std::string name(unsigned thread) const;
  [[nodiscard]] std::string block_name() const;
  [[nodiscard]] std::string threads_text(const std::vector<unsigned>& threads) const;
  [[nodiscard]] std::string explain_standstill() const;

  GridShape shape_;
  ThreadBody body_;
  Settings settings_;
  SharedMemory shared_;
  Fibers fibers_;
  std::vector<Fiber*> idle_;
  std::vector<subset::uint3> positions_;

  // Of the running block:
  std::uint64_t block_ = 0;
  std::uint64_t phase_ = 0;
  std::vector<Thread> threads_;
  std::vector<Warp> warps_;
  std::vector<unsigned> round_;  ///< threads that run until they wait, in this order
  std::size_t cursor_ = 0;       ///< into round_
  std::vector<unsigned> ready_;  ///< for the next round
  std::vector<Condition> conditions_;
  unsigned thread_ = 0;  ///< the one that runs
  Wait barrier_;
  unsigned arrived_ = 0;
  int votes_ = 0;
  int votes_of_last_ = 0;
  std::vector<CopyQueue> copies_;
  std::map<const void*, SharedPipeline> pipelines_;
  std::exception_ptr error_;
  unsigned returned_ = 0;
  bool unwinding_ = false;
  unsigned to_unwind_ = 0;
  bool ending_ = false;
};

}  // namespace rungs::simulator
