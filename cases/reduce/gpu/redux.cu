// gpu/shuffles with one instruction for a warp (__reduce_add_sync, __reduce_max_sync: REDUX) in place of five
// shuffles and five operations. That is what the compiler makes of a warp's atomics in gpu/global_atomics,
// asked for by name. It takes words only, and GPUs of compute capability 8.0 and later. Ten instructions in
// some thirty a warp go, and a block makes room for the next one sooner; how much is on its way from memory
// for each block stays what it was.
#include "cases/reduce/gpu/passes.hpp"

namespace {

template <reduce::Op op>
__global__ void redux(std::uint32_t* to, const std::uint32_t* from, std::size_t count) {
  const std::uint32_t of_block = reduce::fold_block<op, reduce::Redux>(reduce::fold_loads<op>(from, count));
  if (threadIdx.x == 0) to[blockIdx.x] = of_block;
}

void launch(const reduce::Problem& p, const reduce::Views& v, std::byte* workspace, rungs::Stream stream) {
  const auto kernel = p.op == reduce::Op::sum ? redux<reduce::Op::sum> : redux<reduce::Op::max>;
  rungs::require_target(kernel, 80, "REDUX");
  reduce::launch_passes(kernel, p, v, workspace, stream);
}

const rungs::Variant<reduce::Case> variant{{
    .name = "gpu/redux",
    .improves = "gpu/shuffles",
    .idea = "one REDUX a warp in place of five shuffles",
    .launch_with_workspace = launch,
    .workspace_bytes = reduce::pass_workspace,
}};

}  // namespace
