// A sum without a launch that clears the output: the last block to finish writes it.
// One 64-bit word collects the sum (upper half, where dropping the carry gives the sum modulo 2^32) and the
// number of blocks that have added to it (lower half). One atomic per block is enough: the old value that it
// returns tells the last block that it is the last. There is one such word for the whole program: two of
// these launches must not run at once.
#pragma once

#include <rungs/device.hpp>
#include "cases/read/case.hpp"
#include "cases/read/gpu/block_sum.hpp"

namespace rungs::ceilings::read::inline RUNGS_BACKEND {

template <unsigned loads> __device__ unsigned long long gathered = 0;  // 0 again after each launch

template <unsigned loads>
__global__ void sum_in_one_launch(std::uint32_t* sum, const std::uint32_t* source, std::size_t count) {
  const std::uint32_t of_block = block_sum<loads>(source, count);
  if (threadIdx.x != 0) return;
  const auto before = atomicAdd(&gathered<loads>, (static_cast<unsigned long long>(of_block) << 32U) | 1U);
  if (static_cast<std::uint32_t>(before) + 1 != gridDim.x) return;
  *sum = static_cast<std::uint32_t>(before >> 32U) + of_block;
  atomicExch(&gathered<loads>, 0ULL);
}

template <unsigned loads> inline void launch_in_one(const Problem& p, const Views& v, rungs::Stream stream) {
  rungs::launch({dim3(blocks_for<loads>(p.area())), dim3(threads), stream}, sum_in_one_launch<loads>, v.sum, v.source,
                p.area());
}

}  // namespace rungs::ceilings::read::inline RUNGS_BACKEND
