// Bulk copies between global and shared memory (cp.async.bulk, compute capability 9.0): one thread asks, the
// SM's copy engine moves the bytes. Addresses and sizes are multiples of 16 bytes. rungs::bulk has:
// - `Barrier`: 8 bytes of shared memory, on which a load says that it is done.
// - `initialise(&barrier)`: for one thread; then fence(), and a barrier of all who will wait on it.
// - `load(shared, global, bytes, &barrier)`: starts a copy, whose end completes the barrier's phase. One load
//   a phase. An L2 policy may follow (l2_policy.hpp).
// - `wait(&barrier, parity)`: for a phase's end; parity is 0 for the first phase, then 1 and 0 in turn.
// - `store(global, shared, bytes)` starts a copy, `commit()` closes a group of the calling thread's stores.
// - `wait_read<pending>()`: until all of this thread's groups but the last `pending` have been read, so that
//   their shared memory may be written again, or the block may end.
// - `fence()`: this thread's accesses to shared memory come before copies that are started after it, by this
//   thread or, behind a barrier, by others.
// Call rungs::require_target(kernel, 90, "a bulk copy") before the launch.
#pragma once

#if defined(RUNGS_SIMULATOR)
#include "harness/simulator/bulk_copy.hpp"
#else
#include "harness/cuda/bulk_copy.hpp"
#endif
