// A block folds in one word of shared memory, and adds that to the global word with a single atomic.
// Against gpu/global_atomics one atomic a block goes to memory instead of one a warp, for two barriers and
// the shared atomics in return. Where atomics on global memory run in the L2 at full speed, and where the
// compiler folds them in a warp first, there is little left to gain.
#include <algorithm>

#include "cases/reduce/gpu/operation.hpp"

namespace {

/// Not in the kernel, because that is a template: the simulator
/// fills shared memory with garbage elsewhere only.
__device__ std::uint32_t* word_of_block() {
  __shared__ std::uint32_t word;
  return &word;
}

template <reduce::Op op>
__global__ void shared_atomics(std::uint32_t* result, const std::uint32_t* source, unsigned width,
                               unsigned height) {
  std::uint32_t* const of_block = word_of_block();
  const bool elected = threadIdx.x == 0 && threadIdx.y == 0;
  if (elected) *of_block = 0;
  __syncthreads();  // the word is cleared before any thread adds to it

  // Threads beyond the matrix's edge add nothing, but stay: they have to arrive at the second barrier.
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) {
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
      reduce::combine_atomically<op>(of_block, source[rungs::at(x, y, width)]);
    }
  }
  __syncthreads();  // all have added before the word is read
  if (elected) reduce::combine_atomically<op>(result, *of_block);
}

void launch(const reduce::Problem& p, const reduce::Views& v, rungs::Stream stream) {
  const auto kernel =
      p.op == reduce::Op::sum ? shared_atomics<reduce::Op::sum> : shared_atomics<reduce::Op::max>;
  const dim3 block(32, 32);
  dim3 blocks = rungs::cover(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  rungs::fill_bytes(v.result, 0, sizeof(std::uint32_t), stream);
  rungs::launch({blocks, block, stream}, kernel, v.result, v.source, p.width, p.height);
}

const rungs::Variant<reduce::Case> variant{{
    .name = "gpu/shared_atomics",
    .improves = "gpu/global_atomics",
    .idea = "shared atomics, one global atomic a block",
    .launch = launch,
}};

}  // namespace
