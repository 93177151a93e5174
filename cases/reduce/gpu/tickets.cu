// gpu/evict_first with turns that are drawn: a block asks a counter for its next turn while it loads one.
// With every gridDim.x-th turn fixed beforehand, blocks that are ahead read far in front of those that are
// behind, and memory opens and closes its pages for both. Here the turns of all blocks together are always
// the next ones, close to each other, and no block has any left when the others are done. The price is an
// atomic and a barrier a turn; the atomic is under way together with the loads. Which block takes which turn
// changes from run to run, which words do not mind; a sum of floats would not give the same bits twice.
#include <algorithm>

#include "cases/reduce/gpu/evict_first.hpp"
#include "cases/reduce/gpu/last_block.hpp"
#include "cases/reduce/gpu/vector_loads.hpp"

namespace {

/// One large block a multiprocessor: what all read at one time lies in as few places as there are blocks, and
/// 16 warps with four loads each ask for enough. Smaller turns draw too often, larger ones lie further apart.
constexpr reduce::Walk walk{.threads = 512};
using Load = reduce::EvictFirst;

/// Turns drawn in the running launch. A block draws after each whole turn that it takes, so that there are as
/// many draws as whole turns; after those it wraps to 0, and every launch finds 0.
__device__ unsigned drawn_turns = 0;

/// The first thread's number, for all threads of the block. Places 0 and 1 in turn need one barrier a call.
__device__ unsigned from_first(unsigned number, unsigned place) {
  __shared__ unsigned numbers[2];
  if (threadIdx.x == 0) numbers[place] = number;
  __syncthreads();
  return numbers[place];
}

/// This thread's part of `count` words, folded. A block's first turn is the one with its own number. One
/// block draws the unfinished turn behind the whole ones, and has a rest.
template <reduce::Op op>
__device__ std::uint32_t fold_drawn(const std::uint32_t* source, std::size_t count) {
  const Load load{};
  const auto whole = static_cast<unsigned>(count / walk.turn());
  uint4 mine{};
  unsigned turn = blockIdx.x;
  for (unsigned place = 0; turn < whole; place ^= 1U) {
    const unsigned drawn = threadIdx.x == 0 ? atomicInc(&drawn_turns, whole - 1) : 0;
    reduce::fold_turn<op, walk>(mine, source + turn * walk.turn(), load);
    turn = gridDim.x + from_first(drawn, place);
  }
  return reduce::fold_rest<op, walk>(mine, source, turn * walk.turn(), count);
}

template <reduce::Op op>
__global__ void tickets(std::uint32_t* result, std::uint32_t* of_blocks, const std::uint32_t* source,
                        std::size_t count) {
  const std::uint32_t mine = fold_drawn<op>(source, count);
  reduce::fold_last<op, reduce::Redux>(result, of_blocks, reduce::fold_block<op, reduce::Redux>(mine));
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? tickets<reduce::Op::sum> : tickets<reduce::Op::max>;
}

unsigned blocks_for(const reduce::Problem& p) {
  const std::size_t turns = (p.area() + walk.turn() - 1) / walk.turn();
  return static_cast<unsigned>(std::min<std::size_t>(turns, rungs::multiprocessors()));
}

std::size_t workspace_bytes(const reduce::Problem& p) { return blocks_for(p) * sizeof(std::uint32_t); }

void launch(const reduce::Problem& p, const reduce::Views& v, std::byte* workspace, rungs::Stream stream) {
  rungs::require_target(kernel_for(p), 80, "an L2 policy");
  rungs::launch({dim3(blocks_for(p)), dim3(walk.threads), stream}, kernel_for(p), v.result,
                reinterpret_cast<std::uint32_t*>(workspace), v.source, p.area());
}

const rungs::Variant<reduce::Case> variant{{
    .name = "gpu/tickets",
    .improves = "gpu/evict_first",
    .idea = "blocks draw their turns, so that all read close together",
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
