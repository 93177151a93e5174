// One pass on one CPU with four tables, so that equal neighbours do not wait for each other's count.
#include <array>
#include <rungs/variant.hpp>

#include "cases/histogram/case.hpp"

namespace {

void launch(const histogram::Problem& p, const histogram::Views& v, rungs::Stream) {
  std::array<std::array<std::uint32_t, 256>, 4> tables{};
  for (std::size_t i = 0; i < p.n; ++i) ++tables[i % 4][v.bytes[i]];
  for (std::size_t value = 0; value < 256; ++value)
    v.counts[value] = tables[0][value] + tables[1][value] + tables[2][value] + tables[3][value];
}

const rungs::Variant<histogram::Case> variant{{
    .idea = "one pass on one CPU, four tables",
    .launch = launch,
}};

}  // namespace
