// A barrier of all blocks of a launch.
#pragma once

#include <atomic>
#include <rungs/core/errors.hpp>
#include <rungs/simulator/async_copy.hpp>
#include <rungs/simulator/barriers.hpp>
#include <rungs/simulator/races.hpp>

namespace rungs::simulator {

/// During its lifetime kernels may wait for their whole grid.
class GridSync {
 public:
  GridSync() { current = this; }
  ~GridSync() { current = nullptr; }
  GridSync(const GridSync&) = delete;
  GridSync& operator=(const GridSync&) = delete;

  /// Waits for all threads of all `blocks`. Throws Failed outside of a GridSync's lifetime. The first thread
  /// of a block spins, as on a GPU.
  static void wait(unsigned long long blocks, Site site) {
    if (current == nullptr) throw Failed("grid_group::sync in a kernel that launch_cooperative has not launched");
    block_barrier("grid_group::sync", site, false);
    if (thread_rank() == 0) {
      races::release(current);
      const unsigned long long all = (current->arrived_.fetch_add(1) / blocks + 1) * blocks;
      while (current->arrived_ < all) continue;
      races::acquire(current);
    }
    block_barrier("grid_group::sync", site, false);
  }

 private:
  static inline GridSync* current = nullptr;
  std::atomic<unsigned long long> arrived_ = 0;  // blocks, in all waits
};

}  // namespace rungs::simulator
