// The C library's memset, which knows this CPU's widest stores and when to go around the caches.
// One thread: the ceiling for host variants, which run on one.
#include <cstring>

#include "cases/fill/case.hpp"

namespace {

void launch(const fill::Problem& p, const fill::Views& v, rungs::Stream) {
  std::memset(v.target, fill::byte, p.area() * sizeof(std::uint32_t));
}

const rungs::Variant<fill::Case> variant{{
    .name = "host/memset",
    .idea = "the C library's memset",
    .launch = launch,
}};

}  // namespace
