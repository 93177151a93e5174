// Persistent blocks, half as many as fit on the GPU; each thread has four 16-byte loads in flight.
// In gpu/redux a thread loads 16 bytes in all, four at a time, and then waits for its block to finish. Here
// it loads 64 bytes at a time, turn after turn, with a quarter of the load instructions, and a block folds
// across its threads only once. A second launch folds the blocks' values; a third is never needed.
#include "cases/reduce/gpu/fold.hpp"

namespace {

constexpr reduce::Walk walk;

template <reduce::Op op> __global__ void vector_loads(std::uint32_t* to, const std::uint32_t* from, std::size_t count) {
  const auto load = [](const uint4* vector) { return *vector; };
  const std::uint32_t mine = reduce::fold_share<op, walk, uint4>(from, count, load);
  const std::uint32_t of_block = reduce::fold_block<op, reduce::Redux>(mine);
  if (threadIdx.x == 0) to[blockIdx.x] = of_block;
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? vector_loads<reduce::Op::sum> : vector_loads<reduce::Op::max>;
}

unsigned blocks_for(const reduce::Problem& p) { return reduce::blocks_for(kernel_for(p), walk, p.area()); }

void launch(const rungs::Call<reduce::Case>& call) {
  const reduce::Problem& p = call.problem;
  auto* const of_blocks = reinterpret_cast<std::uint32_t*>(call.workspace);
  const unsigned blocks = blocks_for(p);
  rungs::launch({dim3(blocks), dim3(walk.threads), call.stream}, kernel_for(p), of_blocks, call.views.source, p.area());
  rungs::launch({dim3(1), dim3(walk.threads), call.stream}, kernel_for(p), call.views.result, of_blocks, blocks);
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/redux",
    .technique = {"vector", "in-flight", "coarsen"},
    .idea = "16-byte loads, four in flight per thread, persistent blocks",
    .launch = launch,
    .workspace_bytes = [](const reduce::Problem& p) { return blocks_for(p) * sizeof(std::uint32_t); },
}};

}  // namespace
