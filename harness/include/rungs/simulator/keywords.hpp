// CUDA's keywords for plain C++.
#pragma once

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
// A section of the kernel's own says its bounds, if they are numbers and it is no template.
#define RUNGS_TEXT_OF(...) #__VA_ARGS__
#define RUNGS_BOUNDS_TEXT(...) RUNGS_TEXT_OF(__VA_ARGS__)
#define __launch_bounds__(...) \
  __attribute__((section("\"rungs_bounds(" RUNGS_BOUNDS_TEXT(__VA_ARGS__) ") " RUNGS_BOUNDS_TEXT(__COUNTER__) "\"")))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __forceinline__ inline
// Empty, because the standard library writes __attribute__((__noinline__)).
#define __noinline__

// A block runs on one OS thread, so one copy per OS thread is one copy per block. The section lets the scheduler find
// and poison all static shared memory before each block (shared_memory.hpp). Limits of the section attribute in g++:
// - Function templates: it is ignored. Shared memory of a kernel is found by its symbols; that of templates of
//   __device__ functions is not poisoned, and keeps the values of the last block on the OS thread.
// - Inline functions with external linkage: an error (section type conflict). Make the function static or put
//   it in an anonymous namespace.
// What C++ does not allow around it, `extern` before and alignas behind, is rewritten by cmake/simulated/compile.sh.
#define __shared__ static thread_local __attribute__((section("rungs_shared")))

#if !defined(__clang__)
#define __builtin_assume(condition) static_cast<void>(0)
#endif
