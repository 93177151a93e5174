// gpu/evict_first whose blocks finish with one atomic each: 64 bits hold the blocks that are done in the low
// half and the sum so far in the high half, which wraps as a sum of words should.
// The block that is counted last gets the sum back with its count. So nobody stores a value, waits for a
// fence, or reads the values of all blocks. Only sums can be counted along: a maximum has no such form.
#include "cases/reduce/gpu/counted_sum.hpp"

namespace {

template <unsigned threads, unsigned loads, unsigned held_for_one>
void launch(const reduce::Problem& p, const reduce::Views& v, rungs::Stream stream) {
  if (p.op != reduce::Op::sum) throw rungs::Unsupported("counts along a sum only");
  reduce::launch_counted_sum<reduce::Walk{threads, loads, held_for_one}>(v.result, v.source, p.area(), stream);
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
