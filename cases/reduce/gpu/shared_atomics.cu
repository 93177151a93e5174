// A block folds its values into one word of shared memory, and adds that to the global word with one atomic.
// Compared with gpu/global_atomics, there is one global atomic per block instead of one per warp. The cost is
// two barriers and the shared atomics. On a GPU whose L2 runs global atomics at full speed, and with a
// compiler that folds them per warp first, little can be gained.
#include "cases/reduce/gpu/fold.hpp"

namespace {

/// Not in the kernel, because that is a template: the simulator fills shared memory with garbage only outside
/// templates.
__device__ std::uint32_t* word_of_block() {
  __shared__ std::uint32_t word;
  return &word;
}

template <reduce::Op op>
__global__ void shared_atomics(std::uint32_t* result, const std::uint32_t* source, unsigned width, unsigned height) {
  std::uint32_t* const of_block = word_of_block();
  const bool elected = threadIdx.x == 0 && threadIdx.y == 0;
  if (elected) *of_block = 0;
  __syncthreads();  // the word is cleared before any thread adds to it

  // Threads beyond the matrix's edge add nothing, but have to arrive at the second barrier.
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) reduce::combine_atomically<op>(of_block, source[rungs::at(x, y, width)]);
  __syncthreads();  // all additions come before the word is read
  if (elected) reduce::combine_atomically<op>(result, *of_block);
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/global_atomics",
    .technique = {"shared-atomics"},
    .idea = "shared atomics, one global atomic per block",
    .launch = reduce::launch_atomics<shared_atomics<reduce::Op::sum>, shared_atomics<reduce::Op::max>>,
}};

}  // namespace
