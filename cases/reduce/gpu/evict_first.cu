// gpu/one_launch with loads that mark their lines to leave the L2 first (an L2 policy, createpolicy). Nothing here is
// read twice, yet each line that comes in evicts another from the L2, by default the least recently used one. If that
// line holds another kernel's output, it first has to be written to memory, over the same bus. With this policy the
// lines that are read evict each other and leave the rest alone. It costs no instruction per load. With clean lines in
// the L2 it gains nothing. With dirty lines it is slower if the matrix is many times the size of the L2, perhaps
// because the stream is confined to few lines. __ldcs is not the same: for sm_90 it compiles to the load that a hint
// for the L1 alone gives. Needs compute capability 8.0 or later.
#include <rungs/l2_policy.hpp>
#include "cases/reduce/gpu/fold.hpp"

namespace {

template <reduce::Op op, unsigned threads, unsigned loads>
__global__ void evict_first(std::uint32_t* result, std::uint32_t* of_blocks, const std::uint32_t* source,
                            std::size_t count) {
  const auto load = [policy = rungs::l2::evict_first()](const uint4* from) { return rungs::l2::load(from, policy); };
  const std::uint32_t mine = reduce::fold_share<op, reduce::Walk{threads, loads}, uint4>(source, count, load);
  reduce::fold_last<op, reduce::Redux>(result, of_blocks, reduce::fold_block<op, reduce::Redux>(mine));
}

/// For as many blocks as any version launches.
std::size_t workspace_bytes(const reduce::Problem&) {
  constexpr std::size_t most_blocks_per_multiprocessor = 32;
  return rungs::multiprocessors() * most_blocks_per_multiprocessor * sizeof(std::uint32_t);
}

template <unsigned threads, unsigned loads, unsigned held_for_one> void launch(const rungs::Call<reduce::Case>& call) {
  constexpr reduce::Walk walk{threads, loads, held_for_one};
  const reduce::Problem& p = call.problem;
  const auto kernel = p.op == reduce::Op::sum ? evict_first<reduce::Op::sum, threads, loads>
                                              : evict_first<reduce::Op::max, threads, loads>;
  rungs::require_target(kernel, 80, "an L2 policy");
  rungs::launch({dim3(reduce::blocks_for(kernel, walk, p.area())), dim3(threads), call.stream}, kernel,
                call.views.result, reinterpret_cast<std::uint32_t*>(call.workspace), call.views.source, p.area());
}

const rungs::Variant<reduce::Case> variant{{
    .improves = "gpu/one_launch",
    .technique = {"hints"},
    .idea = "lines that were read leave the L2 first",
    .workspace_bytes = workspace_bytes,
    .versions = {{"threads=256;loads=4;held=2", launch<256, 4, 2>},
                 {"threads=256;loads=4;held=1", launch<256, 4, 1>},
                 {"threads=256;loads=8;held=2", launch<256, 8, 2>},
                 {"threads=512;loads=4;held=2", launch<512, 4, 2>},
                 {"threads=1024;loads=2;held=1", launch<1024, 2, 1>}},
    .tunable = true,
}};

}  // namespace
