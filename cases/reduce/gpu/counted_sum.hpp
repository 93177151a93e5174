// A sum whose blocks add it up and count themselves in one 64-bit word; see counted_sum.cu. The case read also uses
// this kernel.
#pragma once

#include <rungs/l2_policy.hpp>
#include "cases/reduce/gpu/fold.hpp"

namespace reduce::inline RUNGS_BACKEND {

/// 0 between launches. Two launches of this kernel must not run at once.
static __device__ unsigned long long sum_and_count = 0;

template <unsigned threads, unsigned loads>
__global__ void counted_sum(std::uint32_t* result, const std::uint32_t* source, std::size_t count) {
  constexpr Op op = Op::sum;
  const auto load = [policy = rungs::l2::evict_first()](const uint4* from) { return rungs::l2::load(from, policy); };
  const std::uint32_t mine = fold_share<op, Walk{threads, loads}, uint4>(source, count, load);
  const std::uint32_t of_block = fold_block<op, Redux>(mine);
  if (threadIdx.x != 0) return;
  const unsigned long long before = atomicAdd(&sum_and_count, static_cast<unsigned long long>(of_block) << 32U | 1U);
  if (static_cast<unsigned>(before) != gridDim.x - 1) return;
  *result = static_cast<std::uint32_t>(before >> 32U) + of_block;
  atomicExch(&sum_and_count, 0ULL);  // a plain store would race with the adds
}

/// Writes the sum of `count` words to `result`. Throws Unsupported below compute capability 8.0.
template <Walk walk>
void launch_counted_sum(std::uint32_t* result, const std::uint32_t* source, std::size_t count, rungs::Stream stream) {
  constexpr auto kernel = counted_sum<walk.threads, walk.loads>;
  rungs::require_target(kernel, 80, "an L2 policy");
  rungs::launch({dim3(blocks_for(kernel, walk, count)), dim3(walk.threads), stream}, kernel, result, source, count);
}

}  // namespace reduce::inline RUNGS_BACKEND
