// A loop that adds; the compiler makes vectors of it.
// One thread: the ceiling for host variants, which run on one. An addition modulo 2^32 may be done in any
// order, so nothing keeps the loop from running as fast as memory delivers.
#include <cstddef>
#include <cstdint>

#include "cases/read/case.hpp"

namespace {

void launch(const read_plane::Problem& p, const read_plane::Views& v, rungs::Stream) {
  std::uint32_t sum = 0;
  const std::size_t count = p.area();
  for (std::size_t i = 0; i < count; ++i) sum += v.source[i];
  *v.sum = sum;
}

const rungs::Variant<read_plane::Case> variant{{
    .name = "host/sum",
    .idea = "a loop that adds",
    .launch = launch,
}};

}  // namespace
