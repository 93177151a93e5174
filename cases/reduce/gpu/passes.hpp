// Shared by gpu/tree_1d and later steps: loads of the matrix as one row of words, and passes over it.
#pragma once

#include <utility>
#include "cases/reduce/gpu/fold.hpp"

namespace reduce::inline RUNGS_BACKEND {

inline constexpr unsigned pass_threads = 1024;
inline constexpr unsigned pass_loads = 4;
/// Words per block.
inline constexpr std::size_t pass_words = std::size_t{pass_loads} * pass_threads;

/// The words that this thread loads, folded.
template <Op op> __device__ std::uint32_t fold_loads(const std::uint32_t* from, std::size_t count) {
  const std::size_t first = blockIdx.x * pass_words + threadIdx.x;
  std::uint32_t mine = 0;
#pragma unroll
  for (unsigned load = 0; load < pass_loads; ++load) {
    const std::size_t i = first + load * pass_threads;
    if (i < count) mine = combine<op>(mine, from[i]);
  }
  return mine;
}

inline std::size_t pass_blocks(std::size_t count) { return (count + pass_words - 1) / pass_words; }

/// Bytes for the values of two passes: each pass reads the values of the previous one while it writes its own.
inline std::size_t pass_workspace(const Problem& p) {
  const std::size_t first = pass_blocks(p.area());
  return (first + pass_blocks(first)) * sizeof(std::uint32_t);
}

/// Runs `sum(to, from, count)`, or `max`, which leaves one value per block, until one value is left: the result.
template <auto sum, auto max> void launch_passes(const rungs::Call<Case>& call) {
  const auto kernel = call.problem.op == Op::sum ? sum : max;
  const std::uint32_t* from = call.views.source;
  auto* here = reinterpret_cast<std::uint32_t*>(call.workspace);
  std::uint32_t* there = here + pass_blocks(call.problem.area());
  for (std::size_t count = call.problem.area(); from != call.views.result; count = pass_blocks(count)) {
    const std::size_t blocks = pass_blocks(count);
    std::uint32_t* const to = blocks == 1 ? call.views.result : here;
    rungs::launch({rungs::linear_grid(blocks), dim3(pass_threads), call.stream}, kernel, to, from, count);
    from = to;
    std::swap(here, there);
  }
}

}  // namespace reduce::inline RUNGS_BACKEND
