// One thread per element, 32x32 blocks, and one atomic on a single word of global memory per element.
// The obvious first program. As written, all elements queue at one word. But the address is the same in all
// lanes and the old value is not used, so the compiler folds a warp's values first (with REDUX, or a vote
// where that is enough) and lets one elected lane add: one atomic per warp, without a change to the source.
#include "cases/reduce/gpu/fold.hpp"

namespace {

template <reduce::Op op>
__global__ void global_atomics(std::uint32_t* result, const std::uint32_t* source, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  reduce::combine_atomically<op>(result, source[rungs::at(x, y, width)]);
}

const rungs::Variant<reduce::Case> variant{{
    .idea = "one global atomic per element, which the compiler folds per warp",
    .launch = reduce::launch_atomics<global_atomics<reduce::Op::sum>, global_atomics<reduce::Op::max>>,
}};

}  // namespace
