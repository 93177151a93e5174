// gpu/tree_2x_load with the sum of a thread's rows in a register, written to shared memory once.
// A load and a store of shared memory go for each further row, and both loads of global memory can be in
// flight at once: the addition no longer waits between them.
#include "cases/reduce/gpu/tree.hpp"

namespace {

/// Rows per block and iteration.
constexpr unsigned rows = 64;

template <reduce::Op op>
__global__ void tree_2x_registers(std::uint32_t* to, const std::uint32_t* from, unsigned width, unsigned height) {
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
  for (unsigned stride = reduce::tree_threads / 2; stride > 0; stride /= 2) {
    if (thread < stride) words[thread] = reduce::combine<op>(words[thread], words[thread + stride]);
    __syncthreads();
  }
  if (thread == 0) to[rungs::at(blockIdx.x, blockIdx.y, gridDim.x)] = words[0];
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/tree_2x_load",
    .technique = {"in-flight"},
    .idea = "the sum of a thread's rows in a register",
    .launch = reduce::launch_tree<tree_2x_registers<reduce::Op::sum>, tree_2x_registers<reduce::Op::max>, rows>,
    .workspace_bytes = reduce::tree_workspace<rows>,
}};

}  // namespace
