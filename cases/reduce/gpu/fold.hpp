// What a fold is made of: the operation, chosen at launch as a template parameter; the fold of a warp's, a
// block's and the whole grid's values; and how a matrix is divided among persistent blocks.
#pragma once

#include <algorithm>
#include <limits>
#include <rungs/device.hpp>
#include <type_traits>
#include "cases/reduce/case.hpp"

namespace reduce::inline RUNGS_BACKEND {

template <Op op, class T> __device__ T combine(T a, T b) {
  if constexpr (op == Op::sum) {
    return a + b;
  } else if constexpr (std::is_floating_point_v<T>) {
    return fmaxf(a, b);
  } else {
    return a > b ? a : b;
  }
}

/// The neutral element.
template <Op op, class T>
inline constexpr T neutral = op == Op::max&& std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity() : T{0};

/// *address = combine(*address, value), atomically; works on global and on shared memory.
template <Op op> __device__ void combine_atomically(std::uint32_t* address, std::uint32_t value) {
  if constexpr (op == Op::sum) {
    atomicAdd(address, value);
  } else {
    atomicMax(address, value);
  }
}

/// Clears the result and runs `sum(result, source, width, height)`, or `max`, with a thread for each element.
template <auto sum, auto max> void launch_atomics(const Problem& p, const Views& v, rungs::Stream stream) {
  const dim3 block(32, 32);
  rungs::fill_bytes(v.result, 0, sizeof(std::uint32_t), stream);
  rungs::launch({rungs::grid_for(p.width, p.height, block), block, stream}, p.op == Op::sum ? sum : max, v.result,
                v.source, p.width, p.height);
}

inline constexpr unsigned warp_threads = 32;
inline constexpr unsigned all_lanes = 0xFFFFFFFFU;

/// Combines four values elementwise.
template <Op op, class Vector> __device__ void combine_with(Vector& mine, const Vector& other) {
  mine.x = combine<op>(mine.x, other.x);
  mine.y = combine<op>(mine.y, other.y);
  mine.z = combine<op>(mine.z, other.z);
  mine.w = combine<op>(mine.w, other.w);
}

/// A warp's values folded; every lane gets the result. Five shuffles, five operations.
template <Op op> struct Shuffles {
  template <class T> static __device__ T fold_warp(T mine) {
#pragma unroll
    for (unsigned lanes = warp_threads / 2; lanes > 0; lanes /= 2) {
      mine = combine<op>(mine, __shfl_xor_sync(all_lanes, mine, lanes));
    }
    return mine;
  }
};

/// The same in one instruction (REDUX), which exists for words from compute capability 8.0 on. Others shuffle.
template <Op op> struct Redux : Shuffles<op> {
  using Shuffles<op>::fold_warp;
  static __device__ std::uint32_t fold_warp(std::uint32_t mine) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    return Shuffles<op>::fold_warp(mine);
#else
    return op == Op::sum ? __reduce_add_sync(all_lanes, mine) : __reduce_max_sync(all_lanes, mine);
#endif
  }
};

/// One value per warp of the block. Not in a template, because the simulator fills shared memory with garbage
/// only outside templates.
[[maybe_unused]] static __device__ std::uint32_t* values_of_warps(std::uint32_t) {
  __shared__ std::uint32_t values[warp_threads];
  return values;
}
[[maybe_unused]] static __device__ float* values_of_warps(float) {
  __shared__ float values[warp_threads];
  return values;
}

/// The values of all threads of the block, folded. The threads of the first warp get the result; the others
/// get nothing useful. One barrier: each warp folds its values, and the first warp folds the warps' results.
/// A block that calls it twice needs a barrier between the calls.
template <Op op, template <Op> class By, class T> __device__ T fold_block(T mine) {
  T* const of_warps = values_of_warps(mine);
  mine = By<op>::fold_warp(mine);
  const unsigned lane = threadIdx.x % warp_threads;
  if (lane == 0) of_warps[threadIdx.x / warp_threads] = mine;
  __syncthreads();
  if (threadIdx.x >= warp_threads) return mine;
  return By<op>::fold_warp(lane < blockDim.x / warp_threads ? of_warps[lane] : neutral<op, T>);
}

/// Blocks of the running launch that have stored their value. It counts to the grid's size and wraps to 0, so
/// every launch starts at 0. Not in the workspace, which holds garbage before a launch. Each file that
/// includes this has its own: two launches of one variant must not run at once.
static __device__ unsigned finished_blocks = 0;

/// The block's flag, in shared memory.
[[maybe_unused]] static __device__ bool* block_is_last() {
  __shared__ bool last;
  return &last;
}

/// Called by all threads of all blocks, with the block's value in thread 0. Each block stores its value in
/// `of_blocks`, and the block that finishes last writes the fold of all values to `result`. Its threads take
/// the values in a fixed order, so floats give the same result in every run.
template <Op op, template <Op> class By, class T> __device__ void fold_last(T* result, T* of_blocks, T of_block) {
  bool* const last = block_is_last();
  if (threadIdx.x == 0) {
    of_blocks[blockIdx.x] = of_block;
    __threadfence();  // the value is stored before it is counted
    *last = atomicInc(&finished_blocks, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!*last) return;
  __threadfence();  // and counted before it is read
  T mine = neutral<op, T>;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) mine = combine<op>(mine, __ldcg(of_blocks + i));
  mine = fold_block<op, By>(mine);
  if (threadIdx.x == 0) *result = mine;
}

/// Threads per block, and 16-byte loads that each has in flight. On most GPUs half of the threads that fit on
/// an SM then have more than enough in flight, and fewer blocks work more closely together: at any time they
/// read from fewer places in memory.
struct Walk {
  unsigned threads = 256;
  unsigned loads = 4;
  unsigned held_for_one = 2;  ///< launches one block for this many that fit on the GPU

  /// Values per block and turn.
  [[nodiscard]] __host__ __device__ constexpr std::size_t turn() const { return std::size_t{threads} * loads * 4; }
};

/// This thread's part of `count` words, folded: the block takes every gridDim.x-th turn, and the thread issues all its
/// loads of a turn, `load(from)`, before it uses the first. Only the block with the incomplete turn has a rest.
template <Op op, Walk walk, class Vector, class T, class Load>
__device__ T fold_share(const T* source, std::size_t count, Load load) {
  constexpr T start = neutral<op, T>;
  Vector mine{start, start, start, start};
  std::size_t first = blockIdx.x * walk.turn();
  for (; first + walk.turn() <= count; first += gridDim.x * walk.turn()) {
    const auto* const from = reinterpret_cast<const Vector*>(source + first) + threadIdx.x;
    Vector held[walk.loads];
#pragma unroll
    for (unsigned i = 0; i < walk.loads; ++i) held[i] = load(from + i * walk.threads);
#pragma unroll
    for (unsigned i = 0; i < walk.loads; ++i) combine_with<op>(mine, held[i]);
  }
  for (std::size_t i = first + threadIdx.x; i < count; i += walk.threads) mine.x = combine<op>(mine.x, source[i]);
  return combine<op>(combine<op>(mine.x, mine.y), combine<op>(mine.z, mine.w));
}

/// Blocks for `count` values: one for every `held_for_one` that fit on the GPU, but none without a turn.
template <class Kernel> inline unsigned blocks_for(Kernel kernel, Walk walk, std::size_t count) {
  const std::size_t turns = (count + walk.turn() - 1) / walk.turn();
  const unsigned resident = rungs::resident_blocks(kernel, walk.threads);
  return static_cast<unsigned>(std::min<std::size_t>(turns, std::max(resident / walk.held_for_one, 1U)));
}

}  // namespace reduce::inline RUNGS_BACKEND
