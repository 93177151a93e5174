// The last warp's steps are unrolled (fold_last_warp in tree.hpp), without a block barrier.
// Compared with gpu/tree_2x_load, the steps from 64 words on cost one warp two __syncwarp each; before, all
// 32 warps met at a barrier. The other 31 warps are done and leave their scheduler slots to other blocks.
// Older code omits the __syncwarp; since the threads of a warp may diverge (independent thread scheduling),
// that is a race.
#include <cstdint>

#include "cases/reduce/gpu/tree.hpp"

namespace {

/// Rows per block and iteration.
constexpr unsigned rows = 64;

template <reduce::Op op>
__global__ void tree_2x_load_unrolled(std::uint32_t* to, const std::uint32_t* from, unsigned width,
                                      unsigned height) {
  std::uint32_t* const words = reduce::tree_words();
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  std::uint32_t mine = 0;
  if (x < width) {
    // One iteration, unless the matrix has more rows than a grid can have.
    for (unsigned y = blockIdx.y * rows + threadIdx.y; y < height; y += gridDim.y * rows) {
      mine = reduce::combine<op>(mine, from[rungs::at(x, y, width)]);
      if (y + 32 < height) mine = reduce::combine<op>(mine, from[rungs::at(x, y + 32, width)]);
    }
  }

  const unsigned thread = threadIdx.y * 32 + threadIdx.x;
  words[thread] = mine;
  __syncthreads();
  for (unsigned stride = reduce::tree_threads / 2; stride > 32; stride /= 2) {
    if (thread < stride) words[thread] = reduce::combine<op>(words[thread], words[thread + stride]);
    __syncthreads();
  }
  if (thread >= 32) return;
  const std::uint32_t of_block = reduce::fold_last_warp<op>(words, thread);
  if (thread == 0) to[rungs::at(blockIdx.x, blockIdx.y, gridDim.x)] = of_block;
}

std::size_t workspace_bytes(const reduce::Problem& p) { return reduce::tree_workspace(p, rows); }

void launch(const rungs::Call<reduce::Case>& call) {
  const auto kernel = call.problem.op == reduce::Op::sum ? tree_2x_load_unrolled<reduce::Op::sum>
                                                         : tree_2x_load_unrolled<reduce::Op::max>;
  reduce::launch_tree(kernel, rows, call);
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/tree_2x_load",
    .idea = "the last warp unrolled, __syncwarp instead of barriers",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
