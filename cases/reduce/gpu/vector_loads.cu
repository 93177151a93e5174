// Persistent blocks, half as many as fit on the GPU; each thread has four 16-byte loads in flight.
// In gpu/redux a thread loads 16 bytes in all, four at a time, and then waits for its block to finish. Here
// it loads 64 bytes at a time, turn after turn, with a quarter of the load instructions, and a block folds
// across its threads only once. A second launch folds the blocks' values; a third is never needed.
#include <cstddef>
#include <cstdint>

#include "cases/reduce/gpu/fold.hpp"

namespace {

constexpr reduce::Walk walk;

/// This thread's part of `count` words, folded: the block takes every gridDim.x-th turn, and the thread
/// issues all its loads of a turn before it uses the first. Only the block with the incomplete turn has a
/// rest.
template <reduce::Op op>
__device__ std::uint32_t fold_share(const std::uint32_t* source, std::size_t count) {
  uint4 mine{};
  const auto load = [](const uint4* from) { return *from; };
  std::size_t first = blockIdx.x * walk.turn();
  for (; first + walk.turn() <= count; first += gridDim.x * walk.turn()) {
    const auto* const from = reinterpret_cast<const uint4*>(source + first) + threadIdx.x;
    uint4 held[walk.loads];
#pragma unroll
    for (unsigned i = 0; i < walk.loads; ++i) held[i] = load(from + i * walk.threads);
#pragma unroll
    for (unsigned i = 0; i < walk.loads; ++i) reduce::combine_with<op>(mine, held[i]);
  }
  for (std::size_t i = first + threadIdx.x; i < count; i += walk.threads)
    mine.x = reduce::combine<op>(mine.x, source[i]);
  return reduce::combine<op>(reduce::combine<op>(mine.x, mine.y), reduce::combine<op>(mine.z, mine.w));
}

template <reduce::Op op>
__global__ void vector_loads(std::uint32_t* to, const std::uint32_t* from, std::size_t count) {
  const std::uint32_t mine = fold_share<op>(from, count);
  const std::uint32_t of_block = reduce::fold_block<op, reduce::Redux>(mine);
  if (threadIdx.x == 0) to[blockIdx.x] = of_block;
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? vector_loads<reduce::Op::sum> : vector_loads<reduce::Op::max>;
}

unsigned blocks_for(const reduce::Problem& p) { return reduce::blocks_for(kernel_for(p), walk, p.area()); }

std::size_t workspace_bytes(const reduce::Problem& p) { return blocks_for(p) * sizeof(std::uint32_t); }

void launch(const rungs::Call<reduce::Case>& call) {
  const reduce::Problem& p = call.problem;
  auto* const of_blocks = reinterpret_cast<std::uint32_t*>(call.workspace);
  const unsigned blocks = blocks_for(p);
  rungs::launch({dim3(blocks), dim3(walk.threads), call.stream}, kernel_for(p), of_blocks, call.views.source,
                p.area());
  rungs::launch({dim3(1), dim3(walk.threads), call.stream}, kernel_for(p), call.views.result, of_blocks,
                blocks);
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/redux",
    .technique = {"vector", "in-flight", "coarsen"},
    .idea = "16-byte loads, four in flight per thread, persistent blocks",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
