// A loop that adds; the compiler vectorises it. One thread: the ceiling for host variants, which run on one. Additions
// modulo 2^32 may be done in any order, so nothing keeps the loop from running at memory bandwidth.
#include <rungs/variant.hpp>
#include "cases/read/case.hpp"

namespace {

namespace read = rungs::ceilings::read;

void launch(const read::Problem& p, const read::Views& v, rungs::Stream) {
  std::uint32_t sum = 0;
  const std::size_t count = p.area();
  for (std::size_t i = 0; i < count; ++i) sum += v.source[i];
  *v.sum = sum;
}

const rungs::Variant<read::Case> variant{{
    .idea = "a loop that adds",
    .launch = launch,
}};

}  // namespace
