// gpu/global_atomics as written: one atomic per element, not folded by the compiler.
// The compiler folds a warp's atomics if it can prove that all lanes use the same address. Here it cannot:
// each lane adds its thread index shifted right by a number known only at launch. That number is 31, so every
// lane still uses the result's address, at the cost of one shift and one addition. The hardware then has to
// fold 32 values per warp at one word, which should make this the slowest variant, most of all for the sum of
// a large matrix.
#include "cases/reduce/gpu/fold.hpp"

namespace {

template <reduce::Op op>
__global__ void global_atomics_unaggregated(std::uint32_t* result, const std::uint32_t* source, unsigned width,
                                            unsigned height, unsigned shift) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    reduce::combine_atomically<op>(result + (threadIdx.x >> shift), source[rungs::at(x, y, width)]);
  }
}

void launch(const reduce::Problem& p, const reduce::Views& v, rungs::Stream stream) {
  const auto kernel = p.op == reduce::Op::sum ? global_atomics_unaggregated<reduce::Op::sum>
                                              : global_atomics_unaggregated<reduce::Op::max>;
  constexpr unsigned leaves_nothing = 31;
  const dim3 block(32, 32);
  dim3 blocks = rungs::grid_for(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::fill_bytes(v.result, 0, sizeof(std::uint32_t), stream);
  rungs::launch({blocks, block, stream}, kernel, v.result, v.source, p.width, p.height, leaves_nothing);
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/global_atomics",
    .technique = {"shared-atomics"},
    .step = rungs::Step::back,
    .idea = "one atomic per element, which the compiler cannot fold",
    .launch = launch,
}};

}  // namespace
