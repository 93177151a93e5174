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

void launch(const reduce::Problem& p, const reduce::Views& v, rungs::Stream stream) {
  const auto kernel = p.op == reduce::Op::sum ? global_atomics<reduce::Op::sum> : global_atomics<reduce::Op::max>;
  const dim3 block(32, 32);
  rungs::fill_bytes(v.result, 0, sizeof(std::uint32_t), stream);
  rungs::launch({rungs::grid_for(p.width, p.height, block), block, stream}, kernel, v.result, v.source, p.width,
                p.height);
}

const rungs::Variant<reduce::Case> variant{{
    .idea = "one global atomic per element, which the compiler folds per warp",
    .launch = launch,
}};

}  // namespace
