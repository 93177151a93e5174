// Copies to __constant__ and __device__ variables, which are plain variables here; and loads and stores with
// cache hints, which are plain loads and stores.
#pragma once

#include <cstddef>
#include <cstring>
#include <rungs/core/errors.hpp>
#include <type_traits>

namespace rungs::simulator::subset {

enum cudaError_t { cudaSuccess };  // what is wrong is thrown
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};

/// Copies `bytes` bytes to `offset` bytes behind the variable's begin. Throws rungs::Failed if they do not fit.
template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice) {
  if (offset > sizeof symbol || bytes > sizeof symbol - offset) throw Failed("cudaMemcpyToSymbol past its end");
  std::memcpy(reinterpret_cast<char*>(&symbol) + offset, from, bytes);
  return cudaSuccess;
}
// NOLINTBEGIN(bugprone-reserved-identifier): CUDA's names
#define RUNGS_LOAD(name) \
  template <class T> T name(const T* address) { return *address; }
#define RUNGS_STORE(name) \
  template <class T> void name(T* address, std::type_identity_t<T> value) { *address = value; }

RUNGS_LOAD(__ldg)
RUNGS_LOAD(__ldca)
RUNGS_LOAD(__ldcg)
RUNGS_LOAD(__ldcs)
RUNGS_LOAD(__ldcv)
RUNGS_LOAD(__ldlu)
RUNGS_STORE(__stcg)
RUNGS_STORE(__stcs)
RUNGS_STORE(__stwb)
RUNGS_STORE(__stwt)

#undef RUNGS_LOAD
#undef RUNGS_STORE
// NOLINTEND(bugprone-reserved-identifier)

// clock and clock64 count their calls: there is no time here.

/// Later calls of any thread of a block return more.
inline long long clock64() {
  static thread_local long long calls = 0;
  return calls += 1000;
}
/// A template, which gives way to the C library's.
template <class = void> long clock() { return clock64(); }

}  // namespace rungs::simulator::subset
