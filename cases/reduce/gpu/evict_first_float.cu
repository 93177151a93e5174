// gpu/evict_first on floats: the maximum, or the sum, whose error stays within the bound in
// reference/reduce.hpp as long as no thread adds more than 1024 values to each of its four sums.
// Floats have no REDUX, so warps fold by shuffles, once per block; the loop is limited by memory bandwidth as
// before and should take the same time. Each thread keeps four sums, so that a value passes through few
// additions. All folds have a fixed order: the same GPU gives the same bits in every run, which float atomics
// would not.
#include <cstddef>
#include <rungs/l2_policy.hpp>

#include "cases/reduce/gpu/fold.hpp"

namespace {

constexpr reduce::Walk walk;

/// This thread's part of `count` floats, folded, as in gpu/vector_loads.
template <reduce::Op op>
__device__ float fold_share(const float* source, std::size_t count) {
  constexpr float start = reduce::neutral<op, float>;
  float4 mine{start, start, start, start};
  const auto load = [policy = rungs::l2::evict_first()](const float4* from) {
    return rungs::l2::load(from, policy);
  };
  std::size_t first = blockIdx.x * walk.turn();
  for (; first + walk.turn() <= count; first += gridDim.x * walk.turn()) {
    const auto* const from = reinterpret_cast<const float4*>(source + first) + threadIdx.x;
    float4 held[walk.loads];
#pragma unroll
    for (unsigned i = 0; i < walk.loads; ++i) held[i] = load(from + i * walk.threads);
#pragma unroll
    for (unsigned i = 0; i < walk.loads; ++i) reduce::combine_with<op>(mine, held[i]);
  }
  for (std::size_t i = first + threadIdx.x; i < count; i += walk.threads)
    mine.x = reduce::combine<op>(mine.x, source[i]);
  return reduce::combine<op>(reduce::combine<op>(mine.x, mine.y), reduce::combine<op>(mine.z, mine.w));
}

template <reduce::Op op>
__global__ void evict_first_float(float* result, float* of_blocks, const float* source, std::size_t count) {
  const float mine = fold_share<op>(source, count);
  reduce::fold_last<op, reduce::Shuffles>(result, of_blocks, reduce::fold_block<op, reduce::Shuffles>(mine));
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? evict_first_float<reduce::Op::sum> : evict_first_float<reduce::Op::max>;
}

unsigned blocks_for(const reduce::Problem& p) { return reduce::blocks_for(kernel_for(p), walk, p.area()); }

std::size_t workspace_bytes(const reduce::Problem& p) { return blocks_for(p) * sizeof(float); }

void launch(const rungs::Call<reduce::Case>& call) {
  const reduce::Problem& p = call.problem;
  rungs::require_target(kernel_for(p), 80, "an L2 policy");
  rungs::launch({dim3(blocks_for(p)), dim3(walk.threads), call.stream}, kernel_for(p),
                call.views.float_result, reinterpret_cast<float*>(call.workspace), call.views.floats,
                p.area());
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/evict_first",
    .step = rungs::Step::question,
    .idea = "the same on floats",
    .result = reduce::Result::floats,
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
