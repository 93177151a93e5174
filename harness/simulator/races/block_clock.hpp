// What the threads of one running block know of each other and of other blocks: happens-before by barriers,
// warp synchronisations, fences and atomics.
#pragma once

#include <map>
#include <rungs/simulator/races.hpp>
#include <vector>
#include "harness/simulator/races/known.hpp"

namespace rungs::simulator::races {

/// What is known to whoever reads an atomic or a volatile variable, or acquires an object. What reaches a
/// block alone is for threads of that block.
struct Released {
  Known device;
  Known inner;
  std::uint64_t block = 0;
};
/// By address. Of the whole grid; launches order everything.
using Releases = std::map<const void*, Released>;

class BlockClock {
 public:
  explicit BlockClock(unsigned threads) : threads_(threads) {}

  /// Of block `number`; nothing before `now` was in it.
  void begin(std::uint64_t number, Tick now);
  [[nodiscard]] ThreadId id(unsigned thread) const { return first_ + thread; }
  [[nodiscard]] bool is_own(ThreadId id) const { return id - first_ < threads_.size(); }
  [[nodiscard]] unsigned warp(ThreadId own) const { return (own - first_) / 32; }
  /// The tick of the block's begin: shared memory holds nothing older.
  [[nodiscard]] Tick begun() const { return begun_; }
  /// True if what another thread did at `tick` comes before what `me` does now.
  [[nodiscard]] bool knows(unsigned me, ThreadId other, Tick tick) const;

  // All take the current tick; what happens afterwards must have a higher one.
  void barrier(const Releases& releases, Tick now);
  /// The lanes of `mask` of the warp that begins with thread `first`.
  void sync_warp(unsigned first, unsigned mask, Tick now);
  void fence(unsigned me, const Releases& releases, Reach reach, Tick now);
  /// An atomic or volatile write; `keeps`: it also reads, so that earlier releases still count.
  void write(unsigned me, Releases& releases, const void* at, Reach reach, bool releasing, bool keeps, Tick now);
  /// After read(): the thread reads a volatile variable only now, when it may hold a newer value.
  void watch(unsigned me, const void* at);
  void read(unsigned me, const Releases& releases, const void* at, Reach reach, bool acquiring);

 private:
  struct Thread {
    Tick lanes[32] = {};  ///< known of the lanes of its warp, beyond what the block knows
    Known others;         ///< by acquires
    Known pending;        ///< read without a fence yet, and how much of it is for the block
    Known pending_inner;
    const void* watched = nullptr;  ///< see watch()
    Known fenced;                   ///< known at its last fence for the device
    Known fenced_inner;             ///< for the block
    void forget();
  };
  [[nodiscard]] Known known_to(unsigned me, Tick now) const;

  std::vector<Thread> threads_;
  std::uint64_t number_ = 0;
  ThreadId first_ = 0;
  Tick begun_ = 0;
  Tick common_ = 0;  ///< of the last barrier
  Known others_;     ///< of the whole block
  Known fenced_;
  bool plain_ = true;  ///< no thread knows more since the last barrier than by warp synchronisations
};

}  // namespace rungs::simulator::races
