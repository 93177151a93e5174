// A thread an element, 32x32 blocks, and an atomic on one word of global memory for each.
// The program that one writes first. Taken literally all elements queue at one word; but the address is the
// same in all lanes and the old value is not used, so the compiler folds a warp's values first (REDUX, or a
// vote where that will do) and lets one elected lane add: one atomic a warp, without a word in the source.
#include <algorithm>

#include "cases/reduce/gpu/operation.hpp"

namespace {

template <reduce::Op op>
__global__ void global_atomics(std::uint32_t* result, const std::uint32_t* source, unsigned width,
                               unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  // One turn, unless the matrix has more rows than a grid can be high.
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    reduce::combine_atomically<op>(result, source[rungs::at(x, y, width)]);
  }
}

void launch(const reduce::Problem& p, const reduce::Views& v, rungs::Stream stream) {
  const auto kernel =
      p.op == reduce::Op::sum ? global_atomics<reduce::Op::sum> : global_atomics<reduce::Op::max>;
  const dim3 block(32, 32);
  dim3 blocks = rungs::cover(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::fill_bytes(v.result, 0, sizeof(std::uint32_t), stream);
  rungs::launch({blocks, block, stream}, kernel, v.result, v.source, p.width, p.height);
}

const rungs::Variant<reduce::Case> variant{{
    .name = "gpu/global_atomics",
    .idea = "a global atomic an element, which the compiler folds in a warp",
    .launch = launch,
}};

}  // namespace
