// One pass over the bytes. Neighbours count in different tables, so that equal bytes do not wait for each
// other.
#include <algorithm>
#include <array>
#include <rungs/variant.hpp>
#include "cases/histogram/case.hpp"

namespace {

template <std::size_t tables> void launch(const histogram::Problem& p, const histogram::Views& v, rungs::Stream) {
  std::array<std::array<std::uint32_t, 256>, tables> counts{};
  for (std::size_t i = 0; i < p.n; ++i) ++counts[i % tables][v.bytes[i]];
  std::fill(v.counts, v.counts + 256, 0);
  for (const auto& table : counts) {
    for (std::size_t value = 0; value < 256; ++value) v.counts[value] += table[value];
  }
}

const rungs::Variant<histogram::Case> variant{{
    .idea = "one thread, one count per byte",
    .versions = {{"tables=1", launch<1>}, {"tables=4", launch<4>}},
}};

}  // namespace
