// The network on a vector of pixels at a time: 32 bytes with AVX2, 16 or 64 on other CPUs, chosen at run time. Compared
// with host/3x3_scalar, only the type of a value changes. An exchange is two instructions for all lanes, the nine loads
// of a window are nine unaligned loads for all lanes, and the nine values fit in registers. The speedup should be near
// the number of lanes, until memory is the limit.
#include <rungs/variant.hpp>
#include "cases/median/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/median/host/3x3_avx2.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include "cases/median/host/windows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {
namespace {

void filter_3x3(const Problem& p, const Views& v) { filter_windows<3>(p, v); }

}  // namespace
}  // namespace median::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace median {

HWY_EXPORT(filter_3x3);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) { HWY_DYNAMIC_DISPATCH(filter_3x3)(p, v); }

const rungs::Variant<Case> variant{{
    .improves = "host/3x3_scalar",
    .technique = {"simd"},
    .idea = "the network on a vector of pixels at a time",
    .result = Result::window3,
    .launch = launch,
}};

}  // namespace
}  // namespace median
#endif
