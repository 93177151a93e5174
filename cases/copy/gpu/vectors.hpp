// Copies in 16-byte vectors. The variant decides how many a thread holds, and how it loads and stores them.
#pragma once

#include <rungs/device.hpp>
#include "cases/copy/case.hpp"

namespace rungs::ceilings::copy::inline RUNGS_BACKEND {

/// Plain loads and stores.
struct Plain {
  static __device__ uint4 load(const uint4* from) { return *from; }
  static __device__ void store(uint4* to, uint4 four) { *to = four; }
};

/// Marked as streaming: their lines leave the L2 before others.
struct Streaming {
  static __device__ uint4 load(const uint4* from) { return __ldcs(from); }
  static __device__ void store(uint4* to, uint4 four) { __stcs(to, four); }
};

/// A thread loads `vectors` vectors before it stores the first. A block's vectors are contiguous, and
/// neighbouring threads have neighbouring vectors. The last block copies the rest in the same way; with a
/// loop over single words its loads would be sequential, and a small plane would take as long as this block.
/// The up to three words after the last vector are copied one by one.
template <class Access, unsigned vectors>
__global__ void copy_vectors(std::uint32_t* target, const std::uint32_t* source, std::size_t count) {
  const std::size_t whole = count / 4;
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x * vectors + threadIdx.x;
  const uint4* const from = reinterpret_cast<const uint4*>(source) + first;
  uint4* const to = reinterpret_cast<uint4*>(target) + first;
  uint4 held[vectors];
#pragma unroll
  for (unsigned i = 0; i < vectors; ++i) {
    if (first + i * blockDim.x < whole) held[i] = Access::load(from + i * blockDim.x);
  }
#pragma unroll
  for (unsigned i = 0; i < vectors; ++i) {
    if (first + i * blockDim.x < whole) Access::store(to + i * blockDim.x, held[i]);
  }
  if (blockIdx.x == 0 && threadIdx.x < count % 4) {
    target[4 * whole + threadIdx.x] = source[4 * whole + threadIdx.x];
  }
}

template <class Access, unsigned vectors>
inline void launch_vectors(const Problem& p, const Views& v, rungs::Stream stream) {
  constexpr unsigned threads = 256;
  constexpr std::size_t words_per_block = std::size_t{threads} * vectors * 4;
  const std::size_t blocks = (p.area() + words_per_block - 1) / words_per_block;
  rungs::launch({rungs::linear_grid(blocks), dim3(threads), stream}, copy_vectors<Access, vectors>, v.target, v.source,
                p.area());
}

}  // namespace rungs::ceilings::copy::inline RUNGS_BACKEND
