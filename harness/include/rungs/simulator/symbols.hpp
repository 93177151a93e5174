// Copies to and from __constant__ and __device__ variables, which are plain variables here.
#pragma once

#include <cstddef>
#include <cstring>
#include <rungs/core/errors.hpp>

namespace rungs::simulator::subset {

enum cudaError_t { cudaSuccess };  // what is wrong is thrown
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};

/// Copies `bytes` bytes to `offset` bytes behind the variable's begin. Throws rungs::Failed if they do not
/// fit.
template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice) {
  if (offset > sizeof symbol || bytes > sizeof symbol - offset) throw Failed("cudaMemcpyToSymbol past its end");
  std::memcpy(reinterpret_cast<char*>(&symbol) + offset, from, bytes);
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  if (offset > sizeof symbol || bytes > sizeof symbol - offset) throw Failed("cudaMemcpyFromSymbol past its end");
  std::memcpy(to, reinterpret_cast<const char*>(&symbol) + offset, bytes);
  return cudaSuccess;
}

}  // namespace rungs::simulator::subset
