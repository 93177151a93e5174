// gpu/evict_first on floats: the maximum, or the sum, whose error stays within the bound in reference/reduce.hpp as
// long as no thread adds more than 1024 values to each of its four sums. Floats have no REDUX, so warps fold by
// shuffles, once per block; the loop is limited by memory bandwidth as before and should take the same time. Each
// thread keeps four sums, so that a value passes through few additions. All folds have a fixed order: the same GPU
// gives the same bits in every run, which float atomics would not.
#include <rungs/l2_policy.hpp>
#include "cases/reduce/gpu/fold.hpp"

namespace {

constexpr reduce::Walk walk;

template <reduce::Op op>
__global__ void evict_first_float(float* result, float* of_blocks, const float* source, std::size_t count) {
  const auto load = [policy = rungs::l2::evict_first()](const float4* from) { return rungs::l2::load(from, policy); };
  const float mine = reduce::fold_share<op, walk, float4>(source, count, load);
  reduce::fold_last<op, reduce::Shuffles>(result, of_blocks, reduce::fold_block<op, reduce::Shuffles>(mine));
}

auto kernel_for(const reduce::Problem& p) {
  return p.op == reduce::Op::sum ? evict_first_float<reduce::Op::sum> : evict_first_float<reduce::Op::max>;
}

unsigned blocks_for(const reduce::Problem& p) { return reduce::blocks_for(kernel_for(p), walk, p.area()); }

void launch(const rungs::Call<reduce::Case>& call) {
  const reduce::Problem& p = call.problem;
  rungs::require_target(kernel_for(p), 80, "an L2 policy");
  rungs::launch({dim3(blocks_for(p)), dim3(walk.threads), call.stream}, kernel_for(p), call.views.float_result,
                reinterpret_cast<float*>(call.workspace), call.views.floats, p.area());
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/evict_first",
    .step = rungs::Step::question,
    .idea = "the same on floats",
    .result = reduce::Result::floats,
    .launch = launch,
    .workspace_bytes = [](const reduce::Problem& p) { return blocks_for(p) * sizeof(float); },
}};

}  // namespace
