// What the threads of one running block know of each other and of other blocks: happens-before by barriers,
// warp synchronisations, fences and atomics.
#pragma once

#include <cstdint>
#include <map>
#include <rungs/simulator/races.hpp>
#include <utility>
#include <vector>

namespace rungs::simulator::races {

/// Ticks count the synchronisations of a program, so what happens later has no lower tick.
using Tick = std::uint32_t;
/// Of a grid: number of the block times threads of a block, plus number in the block.
using ThreadId = std::uint32_t;

/// What a thread knows of others: everything that they did up to a tick. A sparse vector clock.
class Known {
 public:
  static std::uint64_t thread(ThreadId id) { return id; }
  static std::uint64_t block(std::uint64_t number) { return number | std::uint64_t{1} << 63U; }

  [[nodiscard]] bool empty() const { return ticks_.empty(); }
  [[nodiscard]] bool holds(std::uint64_t who, Tick tick) const;
  void add(std::uint64_t who, Tick tick);
  void join(const Known& other);
  void clear() { ticks_.clear(); }

 private:
  std::vector<std::pair<std::uint64_t, Tick>> ticks_;  ///< sorted
};

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
