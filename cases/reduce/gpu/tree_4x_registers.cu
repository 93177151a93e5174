// gpu/tree_4x_load_unrolled with sums in registers: of a thread's rows, and in the last warp's steps.
// Each step of the last warp still writes its word for the others, but does not read its own again. All four
// loads of global memory can be in flight at once.
#include "cases/reduce/gpu/tree.hpp"

namespace {

/// Rows per block and iteration.
constexpr unsigned rows = 128;

template <reduce::Op op>
__global__ void tree_4x_registers(std::uint32_t* to, const std::uint32_t* from, unsigned width, unsigned height) {
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

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/tree_4x_load_unrolled",
    .technique = {"in-flight"},
    .idea = "sums in registers",
    .launch = reduce::launch_tree<tree_4x_registers<reduce::Op::sum>, tree_4x_registers<reduce::Op::max>, rows>,
    .workspace_bytes = reduce::tree_workspace<rows>,
}};

}  // namespace
