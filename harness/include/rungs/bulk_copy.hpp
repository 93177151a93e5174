// Bulk copies between global and shared memory (cp.async.bulk, compute capability 9.0): one thread starts a
// copy, the SM's copy engine moves the bytes. Addresses and sizes are multiples of 16 bytes. rungs::bulk has:
// - `Barrier`: 8 bytes of shared memory; signals the end of a load.
// - `initialise(&barrier)`: called by one thread; then fence(), and a barrier of all threads that wait on it.
// - `load(shared, global, bytes, &barrier)`: starts a copy; its end completes the barrier's phase. One load
//   per phase. May be followed by an L2 policy (l2_policy.hpp).
// - `wait(&barrier, parity)`: waits for the end of a phase; parity is 0 for the first, then 1 and 0 in turn.
// - `store(global, shared, bytes)`: starts a copy. `commit()`: ends a group of the calling thread's stores.
// - `wait_read<pending>()`: waits until all but the last `pending` groups of this thread have been read, so
//   that their shared memory may be written again, or the block may end.
// - `fence()`: orders this thread's accesses to shared memory before copies started later, by this thread or,
//   after a barrier, by others.
// Call rungs::require_target(kernel, 90, "a bulk copy") before the launch.
#pragma once

#if defined(RUNGS_SIMULATOR)
#include <rungs/simulator/bulk_copy.hpp>
#else
#include <rungs/cuda/bulk_copy.hpp>
#endif
