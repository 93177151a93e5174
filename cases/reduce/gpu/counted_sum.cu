// gpu/evict_first whose blocks finish with one atomic each: 64 bits hold the blocks that are done in the low
// half and the sum so far in the high half, which wraps as a sum of words should.
// The block that is counted last gets the sum back with its count. So nobody stores a value, waits for a
// fence, or reads the values of all blocks. Only sums can be counted along: a maximum has no such form.
#include <cstddef>
#include <cstdint>
#include <rungs/l2_policy.hpp>
#include "cases/reduce/gpu/fold.hpp"

namespace {

/// 0 between launches. Two launches of this kernel must not run at once.
__device__ unsigned long long sum_and_count = 0;

template <unsigned threads, unsigned loads>
__global__ void counted_sum(std::uint32_t* result, const std::uint32_t* source, std::size_t count) {
  constexpr reduce::Op op = reduce::Op::sum;
  const auto load = [policy = rungs::l2::evict_first()](const uint4* from) { return rungs::l2::load(from, policy); };
  const std::uint32_t mine = reduce::fold_share<op, reduce::Walk{threads, loads}, uint4>(source, count, load);
  const std::uint32_t of_block = reduce::fold_block<op, reduce::Redux>(mine);
  if (threadIdx.x != 0) return;
  const unsigned long long before = atomicAdd(&sum_and_count, static_cast<unsigned long long>(of_block) << 32U | 1U);
  if (static_cast<unsigned>(before) != gridDim.x - 1) return;
  *result = static_cast<std::uint32_t>(before >> 32U) + of_block;
  atomicExch(&sum_and_count, 0ULL);  // a plain store would race with the adds
}

template <unsigned threads, unsigned loads, unsigned held_for_one>
void launch(const reduce::Problem& p, const reduce::Views& v, rungs::Stream stream) {
  if (p.op != reduce::Op::sum) throw rungs::Unsupported("counts along a sum only");
  constexpr reduce::Walk walk{threads, loads, held_for_one};
  constexpr auto kernel = counted_sum<threads, loads>;
  rungs::require_target(kernel, 80, "an L2 policy");
  rungs::launch({dim3(reduce::blocks_for(kernel, walk, p.area())), dim3(threads), stream}, kernel, v.result, v.source,
                p.area());
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/evict_first",
    .no_technique = "the finish of a kernel that already is one launch",
    .idea = "a block adds its sum and its count in one 64-bit atomic",
    .versions = {{"threads=256;loads=4;held=1", launch<256, 4, 1>},
                 {"threads=256;loads=4;held=2", launch<256, 4, 2>},
                 {"threads=256;loads=8;held=2", launch<256, 8, 2>},
                 {"threads=512;loads=4;held=2", launch<512, 4, 2>},
                 {"threads=1024;loads=2;held=1", launch<1024, 2, 1>}},
    .tunable = true,
}};

}  // namespace
