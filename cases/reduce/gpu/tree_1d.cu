// The matrix is taken as what it is in memory, one row of words: blocks of 1024 threads, 4096 words a block.
// Against gpu/tree_4x_load_unrolled the column test and the row index go, and the matrix's shape no longer
// matters: a block's words lie in one piece, and only the very last block can have idle threads, where in two
// dimensions every block at the right and lower edge has some.
#include <algorithm>
#include <cstdint>

#include "cases/reduce/gpu/tree.hpp"

namespace {

constexpr unsigned loads = 4;
/// Words a block covers.
constexpr std::size_t block_words = std::size_t{loads} * reduce::tree_threads;

template <reduce::Op op>
__global__ void tree_1d(std::uint32_t* to, const std::uint32_t* from, std::size_t count) {
  std::uint32_t* const words = reduce::tree_words();
  const unsigned thread = threadIdx.x;
  const std::size_t first = blockIdx.x * block_words + thread;
  std::uint32_t mine = 0;
#pragma unroll
  for (unsigned load = 0; load < loads; ++load) {
    const std::size_t i = first + load * reduce::tree_threads;
    if (i < count) mine = reduce::combine<op>(mine, from[i]);
  }

  words[thread] = mine;
  __syncthreads();
  for (unsigned stride = reduce::tree_threads / 2; stride > 32; stride /= 2) {
    if (thread < stride) words[thread] = reduce::combine<op>(words[thread], words[thread + stride]);
    __syncthreads();
  }
  if (thread >= 32) return;
  const std::uint32_t of_block = reduce::fold_last_warp<op>(words, thread);
  if (thread == 0) to[blockIdx.x] = of_block;
}

std::size_t blocks_for(std::size_t count) { return (count + block_words - 1) / block_words; }

std::size_t workspace_bytes(const reduce::Problem& p) {
  const std::size_t first = blocks_for(p.area());
  return (first + blocks_for(first)) * sizeof(std::uint32_t);
}

void launch(const reduce::Problem& p, const reduce::Views& v, std::byte* workspace, rungs::Stream stream) {
  const auto kernel = p.op == reduce::Op::sum ? tree_1d<reduce::Op::sum> : tree_1d<reduce::Op::max>;
  const std::uint32_t* from = v.source;
  auto* here = reinterpret_cast<std::uint32_t*>(workspace);
  std::uint32_t* there = here + blocks_for(p.area());
  for (std::size_t count = p.area(); from != v.result; count = blocks_for(count)) {
    const std::size_t blocks = blocks_for(count);
    std::uint32_t* const to = blocks == 1 ? v.result : here;
    rungs::launch({dim3(static_cast<unsigned>(blocks)), dim3(reduce::tree_threads), stream}, kernel, to, from,
                  count);
    from = to;
    std::swap(here, there);
  }
}

const rungs::Variant<reduce::Case> variant{{
    .name = "gpu/tree_1d",
    .improves = "gpu/tree_4x_load_unrolled",
    .idea = "the matrix as one row of words",
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
