// Turns of a matrix that blocks draw from a counter; see tickets.cu. The case read also uses this kernel.
#pragma once

#include <rungs/l2_policy.hpp>
#include "cases/reduce/gpu/fold.hpp"

namespace reduce::inline RUNGS_BACKEND {

/// One large block per SM: at any time the blocks read from as few places as there are blocks, and 16 warps
/// with four loads each have enough in flight. Smaller turns draw too often, larger ones lie further apart.
/// The other versions of gpu/tickets are there to be tried by bench --tune.
inline constexpr Walk drawn_walk{.threads = 512};

/// Turns drawn in the running launch. A block draws after each full turn that it takes, so there are as many
/// draws as full turns; then the counter wraps to 0, and every launch starts at 0.
static __device__ unsigned drawn_turns = 0;

/// Broadcasts the first thread's number to the block. Alternating places 0 and 1 needs only one barrier per call.
[[maybe_unused]] static __device__ unsigned from_first(unsigned number, unsigned place) {
  __shared__ unsigned numbers[2];
  if (threadIdx.x == 0) numbers[place] = number;
  __syncthreads();
  return numbers[place];
}

/// This thread's part of `count` words, folded. A block's first turn is the one with its own number. One
/// block draws the incomplete turn at the end.
template <Op op, Walk walk> __device__ std::uint32_t fold_drawn(const std::uint32_t* source, std::size_t count) {
  const rungs::l2::Policy policy = rungs::l2::evict_first();
  const auto whole = static_cast<unsigned>(count / walk.turn());
  uint4 mine{};
  unsigned turn = blockIdx.x;
  for (unsigned place = 0; turn < whole; place ^= 1U) {
    const unsigned drawn = threadIdx.x == 0 ? atomicInc(&drawn_turns, whole - 1) : 0;
    const auto* const from = reinterpret_cast<const uint4*>(source + turn * walk.turn()) + threadIdx.x;
    uint4 held[walk.loads];
#pragma unroll
    for (unsigned i = 0; i < walk.loads; ++i) {
      held[i] = rungs::l2::load(from + i * walk.threads, policy);
    }
#pragma unroll
    for (unsigned i = 0; i < walk.loads; ++i) combine_with<op>(mine, held[i]);
    turn = gridDim.x + from_first(drawn, place);
  }
  for (std::size_t i = turn * walk.turn() + threadIdx.x; i < count; i += walk.threads)
    mine.x = combine<op>(mine.x, source[i]);
  return combine<op>(combine<op>(mine.x, mine.y), combine<op>(mine.z, mine.w));
}

template <Op op, unsigned threads, unsigned loads>
__global__ void tickets(std::uint32_t* result, std::uint32_t* of_blocks, const std::uint32_t* source,
                        std::size_t count) {
  const std::uint32_t mine = fold_drawn<op, Walk{threads, loads}>(source, count);
  fold_last<op, Redux>(result, of_blocks, fold_block<op, Redux>(mine));
}

/// Blocks for `count` words.
inline unsigned blocks_drawing(Walk walk, std::size_t count) {
  const std::size_t turns = (count + walk.turn() - 1) / walk.turn();
  return static_cast<unsigned>(std::min<std::size_t>(turns, rungs::multiprocessors()));
}

/// Bytes of the workspace that launch_tickets needs.
inline std::size_t tickets_workspace_bytes() { return rungs::multiprocessors() * sizeof(std::uint32_t); }

/// Folds `count` words into one. Throws rungs::Unsupported below compute capability 8.0.
template <Op op, Walk walk = drawn_walk>
inline void launch_tickets(std::uint32_t* result, const std::uint32_t* source, std::size_t count, std::byte* workspace,
                           rungs::Stream stream) {
  constexpr auto kernel = tickets<op, walk.threads, walk.loads>;
  rungs::require_target(kernel, 80, "an L2 policy");
  rungs::launch({dim3(blocks_drawing(walk, count)), dim3(walk.threads), stream}, kernel, result,
                reinterpret_cast<std::uint32_t*>(workspace), source, count);
}

}  // namespace reduce::inline RUNGS_BACKEND
