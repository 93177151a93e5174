// CUDA's keywords as ordinary C++.
#pragma once

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __forceinline__ inline
// Empty because the standard library writes __attribute__((__noinline__)).
#define __noinline__

// A block stays on one OS thread, so one copy an OS thread is one copy a block. The section lets the
// scheduler find and poison all static shared memory before every block (shared_memory.hpp). What g++ makes
// of the section attribute:
// - In function templates it is ignored: shared memory declared there is not poisoned, and holds what the OS
//   thread's last block left in it.
// - In inline functions with external linkage it is an error (a section type conflict): such a function is
//   static or stands in an anonymous namespace.
// An alignas goes before __shared__; __align__ may follow it.
#define __shared__ static thread_local __attribute__((section("rungs_shared")))

#if !defined(__clang__)
#define __builtin_assume(condition) static_cast<void>(0)
#endif
