// The race check's view of one running block. Without RUNGS_RACES there is none, and all of this does nothing.
#pragma once

#include <cstdint>
#include <rungs/simulator/vector_types.hpp>
#include <rungs/simulator/wait.hpp>

#if defined(RUNGS_RACES)
#include "harness/simulator/races/block_clock.hpp"
#include "harness/simulator/races/sites.hpp"
#endif

namespace rungs::simulator::races {

#if defined(RUNGS_RACES)
/// Whether this program has the check. Its blocks run one after the other on one OS thread.
inline constexpr bool checked = true;

/// Forgets the accesses of earlier launches, which come before all of this one.
void begin_grid(subset::dim3 blocks, subset::dim3 threads, const void* kernel, bool lets_pass);
/// Throws Misdeed if the threads of the grid have broken a rule; of some this is known at its end.
void throw_found(bool at_end);
/// A write of memory by the host or by a copy.
void note_host_write(const void* to, std::size_t bytes);

class BlockRaces {
 public:
  /// Create on the OS thread that runs the block; `shared`: its dynamic shared memory.
  BlockRaces(bool looks, subset::dim3 threads, const void* shared, std::size_t bytes);

  void begin(std::uint64_t block);
  /// From now on this thread runs, on this stack.
  void run(unsigned thread, const void* stack, std::size_t bytes);
  /// From now on no thread of the block runs.
  static void stop();
  void barrier();
  /// All lanes of the mask have come; `waits(lane)` says where each waits.
  template <class Waits> void warp(unsigned first, unsigned mask, bool is_sync, const Waits& waits) {
    if (!looks_) return;
    if (is_sync) return sync_warp(first, mask);
    const auto lane = static_cast<unsigned>(__builtin_ctz(mask));
    for (unsigned other = lane + 1; other < 32; ++other) {
      if ((mask >> other & 1U) != 0 && !(waits(other) == waits(lane)))
        tell_sites(first + lane, waits(lane), first + other, waits(other));
    }
  }

 private:
  friend struct Checker;
  void sync_warp(unsigned first, unsigned mask);
  void tell_sites(unsigned lane, const Wait& here, unsigned other, const Wait& there);

  bool looks_;
  BlockClock clock_;
  std::uintptr_t shared_;
  std::size_t bytes_;
  const std::vector<ThreadLocals>* locals_;
};
#else
inline constexpr bool checked = false;

inline void begin_grid(subset::dim3, subset::dim3, const void*, bool) {}
inline void throw_found(bool) {}
inline void note_host_write(const void*, std::size_t) {}

struct BlockRaces {
  BlockRaces(bool, subset::dim3, const void*, std::size_t) {}
  static void begin(std::uint64_t) {}
  static void run(unsigned, const void*, std::size_t) {}
  static void stop() {}
  static void barrier() {}
  template <class Waits> static void warp(unsigned, unsigned, bool, const Waits&) {}
};
#endif

}  // namespace rungs::simulator::races
