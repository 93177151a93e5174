// gpu/global_atomics as it is written: one atomic for each element, nothing folded by the compiler.
// The compiler folds a warp's atomics where it can prove that all lanes name one address. Here it cannot:
// each lane adds its thread index shifted right by a number that only the launch knows. That number is 31, so
// every lane still names the result, at the cost of one shift and one addition. The hardware then has 32
// values a warp to fold at one word, which should make this the slowest variant, most of all for the sum of a
// large matrix.
#include <algorithm>

#include "cases/reduce/gpu/operation.hpp"

namespace {

template <reduce::Op op>
__global__ void global_atomics_unaggregated(std::uint32_t* result, const std::uint32_t* source,
                                            unsigned width, unsigned height, unsigned shift) {
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
  dim3 blocks = rungs::cover(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::fill_bytes(v.result, 0, sizeof(std::uint32_t), stream);
  rungs::launch({blocks, block, stream}, kernel, v.result, v.source, p.width, p.height, leaves_nothing);
}

const rungs::Variant<reduce::Case> variant{{
    .name = "gpu/global_atomics_unaggregated",
    .improves = "gpu/global_atomics",
    .idea = "an atomic an element, kept from being folded",
    .launch = launch,
}};

}  // namespace
