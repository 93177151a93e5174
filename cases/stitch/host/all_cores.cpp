// host/streaming_stores on all CPUs, one band of rows per CPU. One core can have only so many stores in flight, usually
// fewer than the memory can take. Several cores together should reach the memory's limit, and no more. Rows are
// independent, so the bands need no synchronisation but the join at the end. The cost is starting and joining the
// threads in every launch, some tens of microseconds; small targets therefore use one thread.
#include <rungs/all_cores.hpp>
#include <rungs/variant.hpp>
#include "cases/stitch/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/stitch/host/all_cores.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include "cases/stitch/host/streamed_rows-inl.hpp"

#if HWY_ONCE
namespace stitch {

HWY_EXPORT(stream_rows);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) {
  const std::size_t least = 1 + (std::size_t{1} << 18U) / p.width;  // rows: one megabyte per thread
  rungs::for_bands_on_all_cpus(p.height, least, [&](std::size_t first, std::size_t last) {
    HWY_DYNAMIC_DISPATCH(stream_rows)(p, v, first, last);
  });
}

const rungs::Variant<Case> variant{{
    .improves = "host/streaming_stores",
    .idea = "one band of rows per CPU",
    .all_cores = true,
    .launch = launch,
}};

}  // namespace
}  // namespace stitch
#endif
