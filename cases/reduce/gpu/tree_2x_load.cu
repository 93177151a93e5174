// Each thread loads two rows, 32 apart, and adds the second to the first in shared memory before the tree.
// Compared with gpu/tree, a block takes twice as many values for the same eleven barriers, and no thread is
// idle from the first step on. Half the blocks, and twice the bytes in flight while a block waits for memory.
// As in the deck, the sum is kept in volatile shared memory: each further row costs a load and a store there.
#include "cases/reduce/gpu/tree.hpp"

namespace {

constexpr unsigned loads = 2;

template <reduce::Op op>
__global__ void tree_2x_load(std::uint32_t* to, const std::uint32_t* from, unsigned width, unsigned height) {
  std::uint32_t* const shared = rungs::dynamic_shared<std::uint32_t>();
  const unsigned block_length = blockDim.x * blockDim.y;
  const unsigned thread = threadIdx.x + blockDim.x * threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y * loads + threadIdx.y;
  if (col < width && row < height) {
    shared[thread] = from[rungs::at(col, row, width)];
    reduce::add_rows<op, loads>(shared + thread, from, col, row + blockDim.y, width, height);
  } else {
    shared[thread] = 0;
  }
  __syncthreads();
  for (unsigned stride = block_length / 2; stride >= 1; stride /= 2) {
    if (thread < stride) shared[thread] = reduce::combine<op>(shared[thread], shared[thread + stride]);
    __syncthreads();
  }
  if (threadIdx.x == 0 && threadIdx.y == 0) to[rungs::at(blockIdx.x, blockIdx.y, gridDim.x)] = shared[0];
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/tree",
    .technique = {"coarsen"},
    .idea = "two rows per thread before the tree",
    .launch = reduce::launch_tree_in_one_grid<tree_2x_load<reduce::Op::sum>, tree_2x_load<reduce::Op::max>, 32 * loads>,
    .workspace_bytes = reduce::tree_workspace<32 * loads>,
}};

}  // namespace
