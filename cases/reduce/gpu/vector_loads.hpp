// Used from gpu/vector_loads on: persistent blocks that step over the values, 16 bytes per load.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cases/reduce/gpu/fold.hpp"

namespace reduce::inline RUNGS_BACKEND {

/// Threads per block, and 16-byte loads that each has in flight. On most GPUs half of the threads that fit on
/// an SM then have more than enough in flight, and fewer blocks work more closely together: at any time they
/// read from fewer places in memory.
struct Walk {
  unsigned threads = 256;
  unsigned loads = 4;
  unsigned held_for_one = 2;  ///< launches one block for this many that fit on the GPU

  /// Values per block and turn.
  [[nodiscard]] __host__ __device__ constexpr std::size_t turn() const {
    return std::size_t{threads} * loads * 4;
  }
};

template <class T>
struct FourOf;
template <>
struct FourOf<std::uint32_t> {
  using type = uint4;
};
template <>
struct FourOf<float> {
  using type = float4;
};
/// Four values, loaded as one.
template <class T>
using Four = typename FourOf<T>::type;

/// A plain load, of four values or of one.
struct PlainLoad {
  template <class Values>
  __device__ Values operator()(const Values* from) const {
    return *from;
  }
};

/// A complete turn, folded into `mine`: the thread issues `loads` loads of 16 bytes before it uses the first.
/// `turn` is 16-byte aligned.
template <Op op, Walk walk, class T, class Load>
__device__ void fold_turn(Four<T>& mine, const T* turn, const Load& load) {
  const auto* const from = reinterpret_cast<const Four<T>*>(turn) + threadIdx.x;
  Four<T> held[walk.loads];
#pragma unroll
  for (unsigned i = 0; i < walk.loads; ++i) held[i] = load(from + i * walk.threads);
#pragma unroll
  for (unsigned i = 0; i < walk.loads; ++i) combine_with<op>(mine, held[i]);
}

/// The values from `first` on, less than a turn; then folds the four values of `mine` into one.
template <Op op, Walk walk, class T, class Load>
__device__ T fold_rest(Four<T>& mine, const T* source, std::size_t first, std::size_t count,
                       const Load& load) {
  for (std::size_t i = first + threadIdx.x; i < count; i += walk.threads)
    mine.x = combine<op>(mine.x, load(source + i));
  return combine<op>(combine<op>(mine.x, mine.y), combine<op>(mine.z, mine.w));
}

/// This thread's part of `count` values, folded: the block takes every gridDim.x-th turn. Only the block with
/// the incomplete turn has a rest.
template <Op op, Walk walk, class T, class Load>
__device__ T fold_share(const T* source, std::size_t count, const Load& load) {
  constexpr T start = neutral<op, T>;
  Four<T> mine{start, start, start, start};
  std::size_t first = blockIdx.x * walk.turn();
  for (; first + walk.turn() <= count; first += gridDim.x * walk.turn()) {
    fold_turn<op, walk>(mine, source + first, load);
  }
  return fold_rest<op, walk>(mine, source, first, count, load);
}

/// Blocks for `count` values: one for every `held_for_one` that fit on the GPU, but none without a turn.
template <class Kernel>
inline unsigned blocks_for(Kernel kernel, Walk walk, std::size_t count) {
  const std::size_t turns = (count + walk.turn() - 1) / walk.turn();
  const unsigned resident = rungs::resident_blocks(kernel, walk.threads);
  return static_cast<unsigned>(std::min<std::size_t>(turns, std::max(resident / walk.held_for_one, 1U)));
}

}  // namespace reduce::inline RUNGS_BACKEND
