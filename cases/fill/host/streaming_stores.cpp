// Stores that go around the caches.
// A store to a cached line reads the line first, so that a memset that stays in the caches moves every byte
// twice: on large planes the C library's may do so. Against host/memset this should take up to half the time
// where it does, and lose on planes that fit in a cache.
#include "cases/fill/host/streaming_stores.hpp"

namespace {

void launch(const fill::Problem& p, const fill::Views& v, rungs::Stream) {
  fill::stream_values(v.target, p.area());
}

const rungs::Variant<fill::Case> variant{{
    .name = "host/streaming_stores",
    .improves = "host/memset",
    .idea = "stores that go around the caches",
    .launch = launch,
}};

}  // namespace
