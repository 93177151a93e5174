// gpu/evict_first with the copy engine instead of load instructions: cp.async.bulk copies pieces of 2 KiB to
// shared memory and signals a barrier there.
// Each warp has its own ring of pieces: one lane requests a piece, all lanes wait for it, read it and fold
// it, and the lane requests the next one. The bytes in flight no longer depend on how many threads an SM
// holds or on when they are scheduled: eight warps keep as many bytes in flight as 32 did. The cost: each
// byte also goes through shared memory. Needs sm_90.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/bulk_copy.hpp>
#include <rungs/l2_policy.hpp>
#include "cases/reduce/gpu/fold.hpp"

namespace {

// A block's rings: per warp, `stages` pieces, and one barrier per piece.
constexpr unsigned warps = 8;
constexpr unsigned stages = 4;
constexpr unsigned vectors_per_lane = 4;  // of 16 bytes, in a piece
constexpr unsigned threads = warps * reduce::warp_threads;
constexpr unsigned piece_vectors = vectors_per_lane * reduce::warp_threads;
constexpr unsigned piece_words = 4 * piece_vectors;
constexpr unsigned piece_bytes = 16 * piece_vectors;
constexpr std::size_t shared_bytes = std::size_t{warps} * stages * (piece_bytes + sizeof(rungs::bulk::Barrier));

/// One warp's ring.
struct Pieces {
  uint4* vectors;
  rungs::bulk::Barrier* arrived;

  /// For the calling warp. All its lanes must call this.
  __device__ Pieces() {
    const unsigned first = threadIdx.x / reduce::warp_threads * stages;
    auto* const all = rungs::dynamic_shared<uint4>();
    vectors = all + first * piece_vectors;
    arrived = reinterpret_cast<rungs::bulk::Barrier*>(all + warps * stages * piece_vectors) + first;
    if (threadIdx.x % reduce::warp_threads == 0) {
      for (unsigned stage = 0; stage < stages; ++stage) rungs::bulk::initialise(arrived + stage);
      rungs::bulk::fence();
    }
    __syncwarp();
  }

  /// Starts the copy of a piece. Called by one lane, when no lane reads this stage any more.
  __device__ void ask(unsigned stage, const std::uint32_t* from) const {
    uint4* const to = vectors + stage * piece_vectors;
    rungs::bulk::load(to, from, piece_bytes, arrived + stage, rungs::l2::evict_first());
  }

  /// Waits for a stage's piece and folds this lane's vectors of it into `mine`.
  template <reduce::Op op> __device__ void take(unsigned stage, unsigned parity, uint4& mine) const {
    rungs::bulk::wait(arrived + stage, parity);
    const uint4* const from = vectors + stage * piece_vectors + threadIdx.x % reduce::warp_threads;
#pragma unroll
    for (unsigned i = 0; i < vectors_per_lane; ++i) reduce::combine_with<op>(mine, from[i * reduce::warp_threads]);
  }
};

/// This thread's part of `count` words, folded. The warps of the grid take pieces in turn, neighbouring warps
/// neighbouring pieces; words after the last full piece are loaded one by one.
template <reduce::Op op> __device__ std::uint32_t fold_pieces(const std::uint32_t* source, std::size_t count) {
  const Pieces pieces;
  const std::size_t whole = count / piece_words;
  const std::size_t step = std::size_t{gridDim.x} * warps;
  const std::size_t first = std::size_t{blockIdx.x} * warps + threadIdx.x / reduce::warp_threads;
  const bool asks = threadIdx.x % reduce::warp_threads == 0;
  for (unsigned stage = 0; asks && stage < stages && first + stage * step < whole; ++stage) {
    pieces.ask(stage, source + (first + stage * step) * piece_words);
  }

  uint4 mine{};
  unsigned stage = 0;
  unsigned parity = 0;
  for (std::size_t piece = first; piece < whole; piece += step) {
    pieces.take<op>(stage, parity, mine);
    rungs::bulk::fence();  // this lane's reads come before the next piece is written
    __syncwarp();
    const std::size_t next = piece + stages * step;
    if (asks && next < whole) pieces.ask(stage, source + next * piece_words);
    if (++stage < stages) continue;
    stage = 0;
    parity ^= 1U;
  }

  const std::size_t all_threads = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = whole * piece_words + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (; i < count; i += all_threads) mine.x = reduce::combine<op>(mine.x, source[i]);
  return reduce::combine<op>(reduce::combine<op>(mine.x, mine.y), reduce::combine<op>(mine.z, mine.w));
}

template <reduce::Op op>
__global__ void bulk_loads(std::uint32_t* result, std::uint32_t* of_blocks, const std::uint32_t* source,
                           std::size_t count) {
  const std::uint32_t mine = fold_pieces<op>(source, count);
  reduce::fold_last<op, reduce::Redux>(result, of_blocks, reduce::fold_block<op, reduce::Redux>(mine));
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? bulk_loads<reduce::Op::sum> : bulk_loads<reduce::Op::max>;
}

/// One per SM, which has as many bytes in flight as memory needs (an H100 has room for three); fewer if some
/// blocks would not have a piece for each warp.
unsigned blocks_for(const reduce::Problem& p) {
  const std::size_t turn = std::size_t{warps} * piece_words;
  return static_cast<unsigned>(std::min<std::size_t>((p.area() + turn - 1) / turn, rungs::multiprocessors()));
}

std::size_t workspace_bytes(const reduce::Problem& p) { return blocks_for(p) * sizeof(std::uint32_t); }

void launch(const rungs::Call<reduce::Case>& call) {
  const reduce::Problem& p = call.problem;
  rungs::require_target(kernel_for(p), 90, "a bulk copy");
  rungs::launch({dim3(blocks_for(p)), dim3(threads), call.stream, shared_bytes}, kernel_for(p), call.views.result,
                reinterpret_cast<std::uint32_t*>(call.workspace), call.views.source, p.area());
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/evict_first",
    .technique = {"async"},
    .idea = "bulk copies into one ring of shared memory per warp",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
