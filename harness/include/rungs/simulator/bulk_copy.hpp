// The simulator's side of bulk_copy.hpp. A load fills its target with garbage at once and with the data when
// a thread waits for it. A store reads its source when its thread waits for it, or never. So a missing wait
// shows as a wrong result.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <rungs/core/errors.hpp>
#include <rungs/simulator/async_copy.hpp>
#include <rungs/simulator/l2_policy.hpp>
#include <rungs/simulator/races.hpp>
#include <rungs/simulator/wait.hpp>

namespace rungs {
inline namespace on_simulator {
namespace bulk {

/// Number of complete phases.
using Barrier = std::uint64_t;

namespace detail {

/// Loads that no thread has waited for yet, by barrier. A block runs on one OS thread.
inline std::map<const Barrier*, simulator::AsyncCopy>& announced() {
  static thread_local std::map<const Barrier*, simulator::AsyncCopy> loads;
  return loads;
}

inline bool is_complete(const Barrier* barrier, unsigned parity) { return (*barrier & 1U) != parity; }

inline void check(const void* to, const void* from, unsigned bytes) {
  const auto bits = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
  if (bits % 16 == 0 && bytes > 0) return;
  throw Failed("a bulk copy whose addresses or size are no multiples of 16 bytes, or of no bytes");
}

}  // namespace detail

inline void fence() {}

inline void initialise(Barrier* barrier) {
  const simulator::Undisturbed here;
  simulator::races::note_object(barrier, sizeof *barrier);
  detail::announced().erase(barrier);
  *barrier = 0;
}

[[gnu::always_inline]] inline void load(void* shared, const void* global, unsigned bytes, Barrier* barrier,
                                        l2::Policy = 0) {
  const simulator::Undisturbed here;
  detail::check(shared, global, bytes);
  simulator::races::note_copy(shared, global, bytes);
  simulator::races::release(barrier);
  if (!detail::announced().emplace(barrier, simulator::AsyncCopy{shared, global, bytes}).second) {
    throw Failed("a bulk load on a barrier whose last load nobody has waited for");
  }
  std::memset(shared, 0xA5, bytes);
}

inline void wait(Barrier* barrier, unsigned parity, simulator::Site site = simulator::Site::here()) {
  const simulator::Undisturbed here;
  simulator::wait_for("rungs::bulk::wait", site,
                      [=] { return detail::is_complete(barrier, parity) || detail::announced().contains(barrier); });
  simulator::races::acquire(barrier);
  if (detail::is_complete(barrier, parity)) return;
  const auto found = detail::announced().find(barrier);
  found->second.perform();
  detail::announced().erase(found);
  ++*barrier;
}

/// Uses the same queue as the thread's other asynchronous copies: a kernel uses only one of the two kinds.
[[gnu::always_inline]] inline void store(void* global, const void* shared, unsigned bytes) {
  detail::check(global, shared, bytes);
  simulator::races::note_copy(global, shared, bytes);
  simulator::thread_copies().add({global, shared, bytes});
}

inline void commit() { simulator::thread_copies().commit(); }

template <int pending> void wait_read() { simulator::thread_copies().wait_prior(pending); }

}  // namespace bulk
}  // namespace on_simulator
}  // namespace rungs
