// Stores that go around the caches, from a pattern row that stays in the nearest one.
// A store to a cached line reads the line first, and host/row_copies reads the row above as well: three times
// the target's bytes cross the bus. Here it is once. Each pattern row is copied aside with its own start
// behind its end, so that four vectors are loaded from anywhere in it without a wrap between them, as with
// host/pointer one compare a turn. Vectors are as wide as the CPU has them, chosen at run time. On targets
// that fit in a cache the way around it is a detour.
#include "cases/stitch/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/stitch/host/streaming_stores.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include "cases/stitch/host/streamed_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace stitch::HWY_NAMESPACE {
namespace {

void stream_target(const Problem& p, const Views& v) { stream_rows(p, v, 0, p.height); }

}  // namespace
}  // namespace stitch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stitch {

HWY_EXPORT(stream_target);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) { HWY_DYNAMIC_DISPATCH(stream_target)(p, v); }

const rungs::Variant<Case> variant{{
    .name = "host/streaming_stores",
    .improves = "host/row_copies",
    .idea = "stores that go around the caches",
    .launch = launch,
}};

}  // namespace
}  // namespace stitch
#endif
