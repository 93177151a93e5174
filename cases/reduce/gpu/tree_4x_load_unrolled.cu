// Each thread loads four rows, each 32 apart, before the tree.
// Compared with gpu/tree_2x_load_unrolled, again half the blocks, half the trees and twice the bytes in
// flight: closer to what memory needs to stay busy while blocks are in their trees.
#include <cstdint>

#include "cases/reduce/gpu/tree.hpp"

namespace {

/// Rows per block and iteration.
constexpr unsigned rows = 128;

template <reduce::Op op>
__global__ void tree_4x_load_unrolled(std::uint32_t* to, const std::uint32_t* from, unsigned width,
                                      unsigned height) {
  std::uint32_t* const words = reduce::tree_words();
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  std::uint32_t mine = 0;
  if (x < width) {
    // One iteration, unless the matrix has more rows than a grid can have.
    for (unsigned y = blockIdx.y * rows + threadIdx.y; y < height; y += gridDim.y * rows) {
#pragma unroll
      for (unsigned i = 0; i < rows / 32; ++i) {
        const unsigned row = y + 32 * i;
        if (row < height) mine = reduce::combine<op>(mine, from[rungs::at(x, row, width)]);
      }
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
  const auto kernel = call.problem.op == reduce::Op::sum ? tree_4x_load_unrolled<reduce::Op::sum>
                                                         : tree_4x_load_unrolled<reduce::Op::max>;
  reduce::launch_tree(kernel, rows, call);
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/tree_2x_load_unrolled",
    .idea = "four rows per thread before the tree",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
