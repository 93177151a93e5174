// No atomics: a block folds its 32x32 values in shared memory, with half as many threads at each step, and leaves one
// value; the same kernel then runs over these values until one is left. Compared with gpu/global_atomics, nothing
// queues at one word. The cost: each value goes through shared memory, eleven barriers lie between a block's load and
// its result, and in the last steps nearly all threads only wait. With one load per thread, a block has few bytes in
// flight during that time. The steps halve the distance (sequential addressing), so that the working threads stay
// together and there are no bank conflicts.
#include "cases/reduce/gpu/tree.hpp"

namespace {

template <reduce::Op op>
__global__ void tree(std::uint32_t* to, const std::uint32_t* from, unsigned width, unsigned height) {
  std::uint32_t* const shared = rungs::dynamic_shared<std::uint32_t>();
  const unsigned block_length = blockDim.x * blockDim.y;
  const unsigned thread = threadIdx.x + blockDim.x * threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  shared[thread] = col < width && row < height ? from[rungs::at(col, row, width)] : 0;
  __syncthreads();
  for (unsigned stride = block_length / 2; stride >= 1; stride /= 2) {
    if (thread < stride) shared[thread] = reduce::combine<op>(shared[thread], shared[thread + stride]);
    __syncthreads();
  }
  if (threadIdx.x == 0 && threadIdx.y == 0) to[rungs::at(blockIdx.x, blockIdx.y, gridDim.x)] = shared[0];
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/global_atomics",
    .technique = {"shared-atomics"},
    .idea = "a tree in shared memory, one value per block, in passes",
    .launch = reduce::launch_tree_in_one_grid<tree<reduce::Op::sum>, tree<reduce::Op::max>, 32>,
    .workspace_bytes = reduce::tree_workspace<32>,
}};

}  // namespace
