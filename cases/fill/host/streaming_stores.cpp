// Stores that bypass the caches. A store to a cached line reads the line first, so a memset that stays in the caches
// moves every byte twice; the C library's memset may do so on large planes. Compared with host/memset, this should then
// take as little as half the time, and be slower on planes that fit in a cache.
#include "cases/fill/host/streaming_stores.hpp"
#include <rungs/variant.hpp>

namespace {

namespace fill = rungs::ceilings::fill;

void launch(const fill::Problem& p, const fill::Views& v, rungs::Stream) { fill::stream_values(v.target, p.area()); }

const rungs::Variant<fill::Case> variant{{
    .improves = "host/memset",
    .technique = {"hints"},
    .idea = "stores that bypass the caches",
    .launch = launch,
}};

}  // namespace
