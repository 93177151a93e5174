// The network for 25 values on a vector of pixels at a time: 32 bytes with AVX2, 16 or 64 on other CPUs. Compared with
// host/5x5_scalar, only the type of a value changes. AVX2 has 16 registers for 25 values, so some of them are in
// memory; AVX-512, with 32 registers, should gain more than the factor of two from its lanes.
#include <rungs/variant.hpp>
#include "cases/median/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/median/host/5x5_avx2.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include "cases/median/host/windows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {
namespace {

void filter_5x5(const Problem& p, const Views& v) { filter_windows<5>(p, v); }

}  // namespace
}  // namespace median::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace median {

HWY_EXPORT(filter_5x5);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) { HWY_DYNAMIC_DISPATCH(filter_5x5)(p, v); }

const rungs::Variant<Case> variant{{
    .improves = "host/5x5_scalar",
    .technique = {"simd"},
    .idea = "the network on a vector of pixels at a time",
    .result = Result::window5,
    .launch = launch,
}};

}  // namespace
}  // namespace median
#endif
