// Persistent blocks, half as many as fit on the GPU; each thread has four 16-byte loads in flight.
// In gpu/redux a thread loads 16 bytes in all, four at a time, and then waits for its block to finish. Here
// it loads 64 bytes at a time, turn after turn, with a quarter of the load instructions, and a block folds
// across its threads only once. A second launch folds the blocks' values; a third is never needed.
#include "cases/reduce/gpu/vector_loads.hpp"

namespace {

constexpr reduce::Walk walk;

template <reduce::Op op>
__global__ void vector_loads(std::uint32_t* to, const std::uint32_t* from, std::size_t count) {
  const std::uint32_t mine = reduce::fold_share<op, walk>(from, count, reduce::PlainLoad{});
  const std::uint32_t of_block = reduce::fold_block<op, reduce::Redux>(mine);
  if (threadIdx.x == 0) to[blockIdx.x] = of_block;
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? vector_loads<reduce::Op::sum> : vector_loads<reduce::Op::max>;
}

unsigned blocks_for(const reduce::Problem& p) { return reduce::blocks_for(kernel_for(p), walk, p.area()); }

std::size_t workspace_bytes(const reduce::Problem& p) { return blocks_for(p) * sizeof(std::uint32_t); }

void launch(const reduce::Problem& p, const reduce::Views& v, std::byte* workspace, rungs::Stream stream) {
  auto* const of_blocks = reinterpret_cast<std::uint32_t*>(workspace);
  const unsigned blocks = blocks_for(p);
  rungs::launch({dim3(blocks), dim3(walk.threads), stream}, kernel_for(p), of_blocks, v.source, p.area());
  rungs::launch({dim3(1), dim3(walk.threads), stream}, kernel_for(p), v.result, of_blocks, blocks);
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/redux",
    .idea = "16-byte loads, four in flight per thread, persistent blocks",
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
