// host/3x3_shared_rows with stores that bypass the caches.
// A plain store to a line that is not cached first reads it from memory, although all of it is overwritten:
// for each byte of the image, two more cross the bus, one of them for nothing. A streaming store saves that
// read. It needs an aligned address, and medians begin one pixel into a row: the first and the last vector of
// a row are stored as before, those between them where the address is aligned. The cost: an output that would
// fit in a cache is no longer there when it is read, and small images become slower.
#include <hwy/cache_control.h>
#include <rungs/variant.hpp>
#include "cases/median/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/median/host/3x3_streaming_stores.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include "cases/median/host/3x3_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {
namespace {

/// Writes a row of `columns` medians; medians_at(x) computes those of a vector.
struct StreamRow {
  template <class D, class MediansAt>
  HWY_INLINE void operator()(D d, std::size_t columns, std::uint8_t* to, const MediansAt& medians_at) const {
    const std::size_t lanes = hn::Lanes(d);
    const auto store = [&](std::size_t x) HWY_ATTR { hn::StoreU(medians_at(x), d, to + x); };
    // A short row may have no aligned vector, and single lanes cannot be streamed.
    if (columns < 2 * lanes || lanes == 1) return for_vectors(d, columns, store);
    std::size_t x = -reinterpret_cast<std::uintptr_t>(to) % lanes;
    if (x != 0) store(0);
    for (; x + lanes <= columns; x += lanes) hn::Stream(medians_at(x), d, to + x);
    if (x != columns) store(columns - lanes);
  }
};

void filter_3x3_streaming(const Problem& p, const Views& v) {
  filter_3x3<StreamRow>(p, v);
  hwy::FlushStream();
}

}  // namespace
}  // namespace median::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace median {

HWY_EXPORT(filter_3x3_streaming);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) { HWY_DYNAMIC_DISPATCH(filter_3x3_streaming)(p, v); }

const rungs::Variant<Case> variant{{
    .improves = "host/3x3_shared_rows",
    .technique = {"hints"},
    .idea = "stores that bypass the caches",
    .result = Result::window3,
    .launch = launch,
}};

}  // namespace
}  // namespace median
#endif
