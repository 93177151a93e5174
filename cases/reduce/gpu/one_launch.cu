// gpu/vector_loads in one launch: the block that finishes last folds the blocks' values.
// Each block stores its value, makes it visible and increments a counter; the block that gets the last number
// continues. This removes the second launch, which had to wait for the complete first one and then kept one
// block busy. The cost is a fence and an atomic per block, hidden behind other blocks' loads except for the
// last block. The counter wraps to 0 by itself, so nothing has to be cleared before a launch.
#include "cases/reduce/gpu/last_block.hpp"
#include "cases/reduce/gpu/vector_loads.hpp"

namespace {

constexpr reduce::Walk walk;

template <reduce::Op op>
__global__ void one_launch(std::uint32_t* result, std::uint32_t* of_blocks, const std::uint32_t* source,
                           std::size_t count) {
  const std::uint32_t mine = reduce::fold_share<op, walk>(source, count, reduce::PlainLoad{});
  reduce::fold_last<op, reduce::Redux>(result, of_blocks, reduce::fold_block<op, reduce::Redux>(mine));
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? one_launch<reduce::Op::sum> : one_launch<reduce::Op::max>;
}

unsigned blocks_for(const reduce::Problem& p) { return reduce::blocks_for(kernel_for(p), walk, p.area()); }

std::size_t workspace_bytes(const reduce::Problem& p) { return blocks_for(p) * sizeof(std::uint32_t); }

void launch(const reduce::Problem& p, const reduce::Views& v, std::byte* workspace, rungs::Stream stream) {
  rungs::launch({dim3(blocks_for(p)), dim3(walk.threads), stream}, kernel_for(p), v.result,
                reinterpret_cast<std::uint32_t*>(workspace), v.source, p.area());
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/vector_loads",
    .idea = "the last block folds the blocks' values",
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
