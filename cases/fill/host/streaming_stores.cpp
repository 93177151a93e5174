// Stores that bypass the caches.
// A store to a cached line reads the line first, so a memset that stays in the caches moves every byte twice;
// the C library's memset may do so on large planes. Compared with host/memset, this should then take as
// little as half the time, and be slower on planes that fit in a cache.
#include <rungs/variant.hpp>
#include "cases/fill/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/fill/host/streaming_stores.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include "cases/fill/host/streaming_stores-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace rungs::ceilings::fill::HWY_NAMESPACE {
namespace {

void stream(std::uint32_t* to, std::size_t count) { stream_values(to, count); }

}  // namespace
}  // namespace rungs::ceilings::fill::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rungs::ceilings::fill {

HWY_EXPORT(stream);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) { HWY_DYNAMIC_DISPATCH(stream)(v.target, p.area()); }

const rungs::Variant<Case> variant{{
    .improves = "host/memset",
    .technique = {"hints"},
    .idea = "stores that bypass the caches",
    .launch = launch,
}};

}  // namespace
}  // namespace rungs::ceilings::fill
#endif
