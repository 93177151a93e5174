// The C library's memset, which knows this CPU's widest stores and when to bypass the caches.
// One thread: the ceiling for host variants, which run on one.
#include <cstring>
#include <rungs/variant.hpp>
#include "cases/fill/case.hpp"

namespace {

namespace fill = rungs::ceilings::fill;

void launch(const fill::Problem& p, const fill::Views& v, rungs::Stream) {
  std::memset(v.target, fill::byte, p.area() * sizeof(std::uint32_t));
}

const rungs::Variant<fill::Case> variant{{
    .idea = "the C library's memset",
    .launch = launch,
}};

}  // namespace
