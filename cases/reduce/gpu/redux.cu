// gpu/shuffles with one instruction per warp (__reduce_add_sync, __reduce_max_sync: REDUX) instead of five shuffles and
// five operations. The compiler uses the same instruction for a warp's atomics in gpu/global_atomics; here it is
// requested by name. It works on words only, from compute capability 8.0 on. It saves ten of about thirty instructions
// per warp, so a block makes room for the next one sooner; the bytes in flight per block stay the same.
#include "cases/reduce/gpu/passes.hpp"

namespace {

template <reduce::Op op> __global__ void redux(std::uint32_t* to, const std::uint32_t* from, std::size_t count) {
  const std::uint32_t of_block = reduce::fold_block<op, reduce::Redux>(reduce::fold_loads<op>(from, count));
  if (threadIdx.x == 0) to[blockIdx.x] = of_block;
}

void launch(const rungs::Call<reduce::Case>& call) {
  rungs::require_target(redux<reduce::Op::sum>, 80, "REDUX");
  reduce::launch_passes<redux<reduce::Op::sum>, redux<reduce::Op::max>>(call);
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/shuffles",
    .technique = {"shuffle"},
    .idea = "one REDUX per warp instead of five shuffles",
    .launch = launch,
    .workspace_bytes = reduce::pass_workspace,
}};

}  // namespace
