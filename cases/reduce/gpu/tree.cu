// No atomics: a block folds its 32x32 values in shared memory, with half as many threads at each step, and
// leaves one value; the same kernel then runs over these values until one is left.
// Compared with gpu/global_atomics, nothing queues at one word. The cost: each value goes through shared
// memory, eleven barriers lie between a block's load and its result, and in the last steps nearly all threads
// only wait. With one load per thread, a block has few bytes in flight during that time. The steps halve the
// distance (sequential addressing), so that the working threads stay together and there are no bank
// conflicts.
#include <cstdint>

#include "cases/reduce/gpu/tree.hpp"

namespace {

template <reduce::Op op>
__global__ void tree(std::uint32_t* to, const std::uint32_t* from, unsigned width, unsigned height) {
  std::uint32_t* const words = reduce::tree_words();
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  std::uint32_t mine = 0;
  if (x < width) {
    // One iteration, unless the matrix has more rows than a grid can have.
    for (unsigned y = blockIdx.y * 32 + threadIdx.y; y < height; y += gridDim.y * 32) {
      mine = reduce::combine<op>(mine, from[rungs::at(x, y, width)]);
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

std::size_t workspace_bytes(const reduce::Problem& p) { return reduce::tree_workspace(p, 32); }

void launch(const rungs::Call<reduce::Case>& call) {
  const auto kernel = call.problem.op == reduce::Op::sum ? tree<reduce::Op::sum> : tree<reduce::Op::max>;
  reduce::launch_tree(kernel, 32, call);
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/global_atomics",
    .idea = "a tree in shared memory, one value per block, in passes",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
