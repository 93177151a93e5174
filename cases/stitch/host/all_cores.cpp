// host/streaming_stores on every CPU, a band of rows each.
// One core has only so many stores on their way to memory, which is seldom all that the memory takes; several
// cores together should reach that, and no more. Rows do not depend on each other, so bands need nothing of
// each other but the end. What it costs is starting and joining the threads with every launch: some tens of
// microseconds, so that small targets stay on one.
#include "cases/all_cores.hpp"

#include "cases/stitch/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/stitch/host/all_cores.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include "cases/stitch/host/streamed_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace stitch::HWY_NAMESPACE {
namespace {

void stream_band(const Problem& p, const Views& v, std::size_t first, std::size_t last) {
  stream_rows(p, v, first, last);
}

}  // namespace
}  // namespace stitch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stitch {

HWY_EXPORT(stream_band);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) {
  const std::size_t least = 1 + (std::size_t{1} << 18U) / p.width;  // rows: a megabyte a thread
  all_cores::share_out(p.height, least, [&](std::size_t first, std::size_t last) {
    HWY_DYNAMIC_DISPATCH(stream_band)(p, v, first, last);
  });
}

const rungs::Variant<Case> variant{{
    .name = "host/all_cores",
    .improves = "host/streaming_stores",
    .idea = "a band of rows for each CPU",
    .all_cores = true,
    .launch = launch,
}};

}  // namespace
}  // namespace stitch
#endif
