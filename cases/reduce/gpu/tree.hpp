// Shared by the tree variants: a block's shared memory, the unrolled last warp, and the passes.
#pragma once

#include <utility>
#include "cases/reduce/gpu/fold.hpp"

namespace reduce::inline RUNGS_BACKEND {

/// Threads per block of every tree: 32x32, or 1024 in a row.
inline constexpr unsigned tree_threads = 1024;

/// The block's shared memory, one word per thread. Not in the kernels, because those are templates: the
/// simulator fills shared memory with garbage only outside templates.
[[maybe_unused]] static __device__ std::uint32_t* tree_words() {
  __shared__ std::uint32_t words[tree_threads];
  return words;
}

/// Adds the values of `loads` - 1 more rows, each a block's height below the last, to *word: every addition
/// reads and writes shared memory, which volatile keeps the compiler from doing in a register.
template <Op op, unsigned loads>
__device__ __forceinline__ void add_rows(volatile std::uint32_t* word, const std::uint32_t* from, unsigned col,
                                         unsigned row, unsigned width, unsigned height) {
  if (row < height) *word = combine<op>(std::uint32_t{*word}, from[rungs::at(col, row, width)]);
  if constexpr (loads > 2) add_rows<op, loads - 1>(word, from, col, row + blockDim.y, width, height);
}

/// The tree's last steps, from 64 words to one, unrolled, in shared memory: for the 32 threads of the first
/// warp. The deck has one __syncwarp per step. Since the threads of a warp may diverge (independent thread
/// scheduling) that is a race: a lane could read its partner's word after the partner has written it. Here a
/// second one lies between all reads of a step and its writes.
template <Op op>
__device__ __forceinline__ void fold_last_warp_in_shared(std::uint32_t* words, unsigned thread, unsigned block_length) {
#pragma unroll
  for (unsigned stride = 32; stride > 0; stride /= 2) {
    if (block_length >= 2 * stride) {
      const std::uint32_t other = words[thread + stride];
      __syncwarp();
      words[thread] = combine<op>(words[thread], other);
      __syncwarp();
    }
  }
}

/// The same in registers: for the 32 threads of the first warp, which need no block barrier among themselves. Returns
/// the block's value to lane 0, and nothing useful to the others. All lanes have read before each write, and written
/// before each read. Lanes whose partner is no longer part of the tree fold words that nobody reads.
template <Op op> __device__ std::uint32_t fold_last_warp(std::uint32_t* words, unsigned lane) {
  std::uint32_t mine = combine<op>(words[lane], words[lane + 32]);
#pragma unroll
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    __syncwarp();
    words[lane] = mine;
    __syncwarp();
    mine = combine<op>(mine, words[lane + stride]);
  }
  return mine;
}

/// Blocks for one pass over a plane: 32 columns and `rows` rows per block. A grid cannot be higher than
/// 65535; the kernels loop over further rows.
inline dim3 tree_blocks(rungs::Size plane, unsigned rows) {
  dim3 blocks = rungs::grid_for(plane.width, plane.height, dim3(32, rows));
  blocks.y = std::min(blocks.y, 65535U);
  return blocks;
}

/// Bytes for the values of two passes: each pass reads the values of the previous one while it writes its own.
template <unsigned rows> std::size_t tree_workspace(const Problem& plane) {
  const dim3 first = tree_blocks(plane, rows);
  const dim3 second = tree_blocks({first.x, first.y}, rows);
  return (std::size_t{first.x} * first.y + std::size_t{second.x} * second.y) * sizeof(std::uint32_t);
}

/// Runs `sum(to, from, width, height)`, or `max`, which leaves one value per block of `rows` rows, until one value is
/// left: the result. A block has a word of dynamic shared memory per thread, for kernels that use it.
template <auto sum, auto max, unsigned rows> void launch_tree(const rungs::Call<Case>& call) {
  const auto kernel = call.problem.op == Op::sum ? sum : max;
  rungs::Size plane = call.problem;
  const std::uint32_t* from = call.views.source;
  auto* here = reinterpret_cast<std::uint32_t*>(call.workspace);
  const dim3 first = tree_blocks(plane, rows);
  std::uint32_t* there = here + std::size_t{first.x} * first.y;
  for (bool last = false; !last;) {
    const dim3 blocks = tree_blocks(plane, rows);
    last = blocks.x == 1 && blocks.y == 1;
    std::uint32_t* const to = last ? call.views.result : here;
    rungs::launch({blocks, dim3(32, 32), call.stream, tree_threads * sizeof(std::uint32_t)}, kernel, to, from,
                  plane.width, plane.height);
    plane = {blocks.x, blocks.y};
    from = to;
    std::swap(here, there);
  }
}

/// The same for kernels that do not loop over rows; throws rungs::Unsupported if one grid cannot have them all.
template <auto sum, auto max, unsigned rows> void launch_tree_in_one_grid(const rungs::Call<Case>& call) {
  if (call.problem.height > 65535U * rows) throw rungs::Unsupported("needs more rows than a grid can have");
  launch_tree<sum, max, rows>(call);
}

}  // namespace reduce::inline RUNGS_BACKEND
