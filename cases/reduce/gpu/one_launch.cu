// gpu/vector_loads in one launch: the block that finishes last folds the blocks' values.
// Each block stores its value, makes it visible and increments a counter; the block that gets the last number
// continues. This removes the second launch, which had to wait for the complete first one and then kept one
// block busy. The cost is a fence and an atomic per block, hidden behind other blocks' loads except for the
// last block. The counter wraps to 0 by itself, so nothing has to be cleared before a launch.
#include <cstddef>
#include <cstdint>

#include "cases/reduce/gpu/fold.hpp"

namespace {

constexpr reduce::Walk walk;

/// This thread's part of `count` words, folded, as in gpu/vector_loads.
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
__global__ void one_launch(std::uint32_t* result, std::uint32_t* of_blocks, const std::uint32_t* source,
                           std::size_t count) {
  const std::uint32_t mine = fold_share<op>(source, count);
  reduce::fold_last<op, reduce::Redux>(result, of_blocks, reduce::fold_block<op, reduce::Redux>(mine));
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? one_launch<reduce::Op::sum> : one_launch<reduce::Op::max>;
}

unsigned blocks_for(const reduce::Problem& p) { return reduce::blocks_for(kernel_for(p), walk, p.area()); }

std::size_t workspace_bytes(const reduce::Problem& p) { return blocks_for(p) * sizeof(std::uint32_t); }

void launch(const rungs::Call<reduce::Case>& call) {
  const reduce::Problem& p = call.problem;
  rungs::launch({dim3(blocks_for(p)), dim3(walk.threads), call.stream}, kernel_for(p), call.views.result,
                reinterpret_cast<std::uint32_t*>(call.workspace), call.views.source, p.area());
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/vector_loads",
    .technique = {"launch"},
    .idea = "the last block folds the blocks' values",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
