// Shared by the tree variants: a block's shared memory, the unrolled last warp, and the passes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// The tree's last steps, from 64 words to one, unrolled: for the 32 threads of the first warp, which need no
/// block barrier among themselves. Returns the block's value to lane 0, and nothing useful to the others. All
/// lanes have read before each write, and written before each read. Lanes whose partner is no longer part of
/// the tree fold words that nobody reads.
template <Op op>
__device__ std::uint32_t fold_last_warp(std::uint32_t* words, unsigned lane) {
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

/// Bytes for the values of two passes: each pass reads the values of the previous one while it writes its
/// own.
inline std::size_t tree_workspace(rungs::Size plane, unsigned rows) {
  const dim3 first = tree_blocks(plane, rows);
  const dim3 second = tree_blocks({first.x, first.y}, rows);
  return (std::size_t{first.x} * first.y + std::size_t{second.x} * second.y) * sizeof(std::uint32_t);
}

/// Runs `kernel(to, from, width, height)`, which leaves one value per block, until one value is left: the
/// result.
template <class Kernel>
inline void launch_tree(Kernel kernel, unsigned rows, const rungs::Call<Case>& call) {
  rungs::Size plane = call.problem;
  const std::uint32_t* from = call.views.source;
  auto* here = reinterpret_cast<std::uint32_t*>(call.workspace);
  const dim3 first = tree_blocks(plane, rows);
  std::uint32_t* there = here + std::size_t{first.x} * first.y;
  for (bool last = false; !last;) {
    const dim3 blocks = tree_blocks(plane, rows);
    last = blocks.x == 1 && blocks.y == 1;
    std::uint32_t* const to = last ? call.views.result : here;
    rungs::launch({blocks, dim3(32, 32), call.stream}, kernel, to, from, plane.width, plane.height);
    plane = {blocks.x, blocks.y};
    from = to;
    std::swap(here, there);
  }
}

}  // namespace reduce::inline RUNGS_BACKEND
