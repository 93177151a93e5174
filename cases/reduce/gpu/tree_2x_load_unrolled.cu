// The last warp's steps are unrolled, without a block barrier.
// Compared with gpu/tree_2x_load, the steps from 64 words on cost one warp two __syncwarp each; before, all
// 32 warps met at a barrier. The other 31 warps are done and leave their scheduler slots to other blocks. The
// words stay in shared memory, as the deck wrote it.
#include "cases/reduce/gpu/tree.hpp"

namespace {

constexpr unsigned loads = 2;

template <reduce::Op op>
__global__ void tree_2x_load_unrolled(std::uint32_t* to, const std::uint32_t* from, unsigned width, unsigned height) {
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
  for (unsigned stride = block_length / 2; stride > 32; stride /= 2) {
    if (thread < stride) shared[thread] = reduce::combine<op>(shared[thread], shared[thread + stride]);
    __syncthreads();
  }
  if (thread < 32) reduce::fold_last_warp_in_shared<op>(shared, thread, block_length);
  if (threadIdx.x == 0 && threadIdx.y == 0) to[rungs::at(blockIdx.x, blockIdx.y, gridDim.x)] = shared[0];
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/tree_2x_load",
    .technique = {"shuffle"},
    .idea = "the last warp unrolled",
    .launch = reduce::launch_tree_in_one_grid<tree_2x_load_unrolled<reduce::Op::sum>,
                                              tree_2x_load_unrolled<reduce::Op::max>, 32 * loads>,
    .workspace_bytes = reduce::tree_workspace<32 * loads>,
}};

}  // namespace
