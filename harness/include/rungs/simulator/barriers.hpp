// __syncthreads and its voting variants, fences, __nanosleep and __trap.
#pragma once

#include <atomic>
#include <rungs/simulator/races.hpp>
#include <rungs/simulator/wait.hpp>

namespace rungs::simulator {

struct VoteResult {
  int count;    ///< threads that passed true
  int threads;  ///< in the block
};
/// Waits for all threads of the block; see BlockRunner::barrier.
VoteResult block_barrier(const char* operation, Site site, bool vote);
void yield_thread(Site site);
[[noreturn]] void trap(Site site);

namespace subset {

/// All throw rungs::Failed if the threads of the block do not all reach the same call.
inline void __syncthreads(Site site = Site::here()) { block_barrier("__syncthreads", site, false); }
inline int __syncthreads_count(int predicate, Site site = Site::here()) {
  return block_barrier("__syncthreads_count", site, predicate != 0).count;
}
inline int __syncthreads_and(int predicate, Site site = Site::here()) {
  const VoteResult votes = block_barrier("__syncthreads_and", site, predicate != 0);
  return votes.count == votes.threads ? 1 : 0;
}
inline int __syncthreads_or(int predicate, Site site = Site::here()) {
  return block_barrier("__syncthreads_or", site, predicate != 0).count > 0 ? 1 : 0;
}

inline void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }
inline void __threadfence_block() {
  const races::WithinBlock within;
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
inline void __threadfence_system() { std::atomic_thread_fence(std::memory_order_seq_cst); }

/// Lets the other threads of the block run first.
inline void __nanosleep(unsigned, Site site = Site::here()) { yield_thread(site); }
/// Throws rungs::Failed.
inline void __trap(Site site = Site::here()) { trap(site); }

}  // namespace subset
}  // namespace rungs::simulator
