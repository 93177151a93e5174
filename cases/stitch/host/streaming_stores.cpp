// Stores that bypass the caches, from a pattern row that stays in the L1 cache. A store to a cached line reads the line
// first, and host/row_copies also reads the row above: three times the target's bytes cross the bus. Here it is once.
// Each pattern row is copied to a buffer and extended by its own start, so that four vectors can be loaded from
// anywhere in it without a wrap between them; as in host/pointer, one compare per iteration. The vectors are as wide as
// the CPU supports, chosen at run time. The cost: targets that fit in a cache become slower.
#include <rungs/variant.hpp>
#include "cases/stitch/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/stitch/host/streaming_stores.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include "cases/stitch/host/streamed_rows-inl.hpp"

#if HWY_ONCE
namespace stitch {

HWY_EXPORT(stream_rows);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) { HWY_DYNAMIC_DISPATCH(stream_rows)(p, v, 0, p.height); }

const rungs::Variant<Case> variant{{
    .improves = "host/row_copies",
    .technique = {"hints"},
    .idea = "stores that bypass the caches",
    .launch = launch,
}};

}  // namespace
}  // namespace stitch
#endif
