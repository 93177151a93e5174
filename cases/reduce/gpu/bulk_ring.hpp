// One ring of pieces in shared memory per warp, filled by bulk copies (sm_90).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/bulk_copy.hpp>
#include <rungs/l2_policy.hpp>

#include "cases/reduce/gpu/fold.hpp"

namespace reduce::inline RUNGS_BACKEND {

/// A block's rings: per warp, `stages` pieces of 16 * 32 * `vectors` bytes, and one barrier per piece.
struct Ring {
  unsigned warps = 8;
  unsigned stages = 4;
  unsigned vectors = 4;  ///< of 16 bytes, per lane and piece
  bool evict_first = true;

  [[nodiscard]] __host__ __device__ constexpr unsigned threads() const { return warps * warp_threads; }
  [[nodiscard]] __host__ __device__ constexpr unsigned piece_vectors() const {
    return vectors * warp_threads;
  }
  [[nodiscard]] __host__ __device__ constexpr unsigned piece_words() const { return 4 * piece_vectors(); }
  [[nodiscard]] __host__ __device__ constexpr unsigned piece_bytes() const { return 16 * piece_vectors(); }
  [[nodiscard]] __host__ __device__ constexpr std::size_t bytes() const {
    return std::size_t{warps} * stages * (piece_bytes() + sizeof(rungs::bulk::Barrier));
  }
};

/// One warp's ring.
template <Ring ring>
struct Pieces {
  uint4* vectors;
  rungs::bulk::Barrier* arrived;

  /// For the calling warp. All its lanes must call this.
  __device__ Pieces() {
    const unsigned first = threadIdx.x / warp_threads * ring.stages;
    auto* const all = rungs::dynamic_shared<uint4>();
    vectors = all + first * ring.piece_vectors();
    arrived = reinterpret_cast<rungs::bulk::Barrier*>(all + ring.warps * ring.stages * ring.piece_vectors()) +
              first;
    if (threadIdx.x % warp_threads == 0) {
      for (unsigned stage = 0; stage < ring.stages; ++stage) rungs::bulk::initialise(arrived + stage);
      rungs::bulk::fence();
    }
    __syncwarp();
  }

  /// Starts the copy of a piece. Called by one lane, when no lane reads this stage any more.
  __device__ void ask(unsigned stage, const std::uint32_t* from) const {
    uint4* const to = vectors + stage * ring.piece_vectors();
    if constexpr (ring.evict_first) {
      rungs::bulk::load(to, from, ring.piece_bytes(), arrived + stage, rungs::l2::evict_first());
    } else {
      rungs::bulk::load(to, from, ring.piece_bytes(), arrived + stage);
    }
  }

  /// Waits for a stage's piece and folds this lane's vectors of it into `mine`.
  template <Op op>
  __device__ void take(unsigned stage, unsigned parity, uint4& mine) const {
    rungs::bulk::wait(arrived + stage, parity);
    const uint4* const from = vectors + stage * ring.piece_vectors() + threadIdx.x % warp_threads;
#pragma unroll
    for (unsigned i = 0; i < ring.vectors; ++i) combine_with<op>(mine, from[i * warp_threads]);
  }
};

/// This thread's part of `count` words, folded. The warps of the grid take pieces in turn, neighbouring warps
/// neighbouring pieces; words after the last full piece are loaded one by one.
template <Op op, Ring ring>
__device__ std::uint32_t fold_pieces(const std::uint32_t* source, std::size_t count) {
  const Pieces<ring> pieces;
  const std::size_t whole = count / ring.piece_words();
  const std::size_t step = std::size_t{gridDim.x} * ring.warps;
  const std::size_t first = std::size_t{blockIdx.x} * ring.warps + threadIdx.x / warp_threads;
  const bool asks = threadIdx.x % warp_threads == 0;
  for (unsigned stage = 0; asks && stage < ring.stages && first + stage * step < whole; ++stage) {
    pieces.ask(stage, source + (first + stage * step) * ring.piece_words());
  }

  uint4 mine{};
  unsigned stage = 0;
  unsigned parity = 0;
  for (std::size_t piece = first; piece < whole; piece += step) {
    pieces.template take<op>(stage, parity, mine);
    rungs::bulk::fence();  // this lane's reads come before the next piece is written
    __syncwarp();
    const std::size_t next = piece + ring.stages * step;
    if (asks && next < whole) pieces.ask(stage, source + next * ring.piece_words());
    if (++stage < ring.stages) continue;
    stage = 0;
    parity ^= 1U;
  }

  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = whole * ring.piece_words() + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (; i < count; i += threads) mine.x = combine<op>(mine.x, source[i]);
  return combine<op>(combine<op>(mine.x, mine.y), combine<op>(mine.z, mine.w));
}

/// Blocks for `count` words: one per SM, which has as many bytes in flight as memory needs (an H100 has room
/// for three); fewer if some blocks would not have a piece for each warp.
inline unsigned blocks_for(Ring ring, std::size_t count) {
  const std::size_t turn = std::size_t{ring.warps} * ring.piece_words();
  return static_cast<unsigned>(std::min<std::size_t>((count + turn - 1) / turn, rungs::multiprocessors()));
}

}  // namespace reduce::inline RUNGS_BACKEND
