// Rows of three pixels are sorted once for the three windows that contain them. Compared with host/3x3_avx2, the median
// of nine is computed as the median of three values: the largest of the rows' minima, the median of their middle values
// and the smallest of their maxima. A row of three is sorted once for the three windows, one above the other, that
// contain it: 18 minima and maxima per vector instead of 30, and three loads of pixels instead of nine. The sorted rows
// above are kept in a small buffer, so that only the pixels need unaligned loads.
#include <rungs/variant.hpp>
#include "cases/median/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/median/host/3x3_shared_rows.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include "cases/median/host/3x3_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {
namespace {

struct StoreRow {
  template <class D, class MediansAt>
  HWY_INLINE void operator()(D d, std::size_t columns, std::uint8_t* to, const MediansAt& medians_at) const {
    for_vectors(d, columns, [&](std::size_t x) HWY_ATTR { hn::StoreU(medians_at(x), d, to + x); });
  }
};

void filter_3x3_shared_rows(const Problem& p, const Views& v) { filter_3x3<StoreRow>(p, v); }

}  // namespace
}  // namespace median::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace median {

HWY_EXPORT(filter_3x3_shared_rows);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) { HWY_DYNAMIC_DISPATCH(filter_3x3_shared_rows)(p, v); }

const rungs::Variant<Case> variant{{
    .improves = "host/3x3_avx2",
    .technique = {"reuse"},
    .idea = "rows of three sorted once for three windows",
    .result = Result::window3,
    .launch = launch,
}};

}  // namespace
}  // namespace median
#endif
