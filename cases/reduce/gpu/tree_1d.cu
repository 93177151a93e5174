// Treats the matrix as what it is in memory, one row of words: blocks of 1024 threads, 4096 words per block.
// Compared with gpu/tree_4x_registers, the column test and the row index go, and the matrix's shape no
// longer matters. A block's words are contiguous, and only the very last block can have idle threads; in two
// dimensions every block at the right and lower edge has some.
#include "cases/reduce/gpu/passes.hpp"
#include "cases/reduce/gpu/tree.hpp"

namespace {

template <reduce::Op op> __global__ void tree_1d(std::uint32_t* to, const std::uint32_t* from, std::size_t count) {
  std::uint32_t* const words = reduce::tree_words();
  const unsigned thread = threadIdx.x;
  words[thread] = reduce::fold_loads<op>(from, count);
  __syncthreads();
  for (unsigned stride = reduce::tree_threads / 2; stride > 32; stride /= 2) {
    if (thread < stride) words[thread] = reduce::combine<op>(words[thread], words[thread + stride]);
    __syncthreads();
  }
  if (thread >= 32) return;
  const std::uint32_t of_block = reduce::fold_last_warp<op>(words, thread);
  if (thread == 0) to[blockIdx.x] = of_block;
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/tree_4x_registers",
    .technique = {"carry"},
    .idea = "the matrix as one row of words",
    .launch = reduce::launch_passes<tree_1d<reduce::Op::sum>, tree_1d<reduce::Op::max>>,
    .workspace_bytes = reduce::pass_workspace,
}};

}  // namespace
