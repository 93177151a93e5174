// The network for 25 values on a vector of pixels at a time: 32 bytes with AVX2, 16 or 64 on other CPUs.
// Compared with host/5x5_scalar, only the type of a value changes. AVX2 has 16 registers for 25 values, so
// some of them are in memory; AVX-512, with 32 registers, should gain more than the factor of two from its
// lanes.
#include <rungs/variant.hpp>

#include "cases/median/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/median/host/5x5_avx2.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "cases/median/network.hpp"

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr unsigned window = 5;

template <class V>
HWY_INLINE void order(V& low, V& high) {
  const V smaller = hn::Min(low, high);
  high = hn::Max(low, high);
  low = smaller;
}

/// The values are parameters, not an array, since vectors of some instruction sets cannot be array elements.
template <std::size_t... step, class... V>
HWY_INLINE auto median_of(std::index_sequence<step...>, V... values) {
  const auto all = std::tie(values...);
  (order(std::get<low_of<window, step>>(all), std::get<high_of<window, step>>(all)), ...);
  return std::get<Network<window>::middle>(all);
}

/// Filters the `count` windows of one row. `count` is not below the lanes of D.
template <class D, std::size_t... i>
HWY_INLINE void filter_row(D d, const std::uint8_t* top_left, std::size_t width, std::uint8_t* to,
                           std::size_t count, std::index_sequence<i...>) {
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t x = 0; x < count; x += lanes) {
    // If less than a vector is left at the end, the last vector starts earlier, and writes some pixels again.
    const std::size_t first = x + lanes <= count ? x : count - lanes;
    const std::uint8_t* const from = top_left + first;
    hn::StoreU(median_of(Steps<window>{}, hn::LoadU(d, from + i / window * width + i % window)...), d,
               to + first);
  }
}

void filter_5x5(const Problem& p, const Views& v) {
  if (p.width < window || p.height < window) return;
  const hn::ScalableTag<std::uint8_t> vector;
  const hn::CappedTag<std::uint8_t, 1> one_lane;
  const std::size_t width = p.width;
  const std::size_t count = width - window + 1;
  constexpr std::size_t border = window / 2;
  constexpr auto places = std::make_index_sequence<window * window>{};
  for (std::size_t frame = 0; frame < p.pixels(); frame += p.area()) {
    for (std::size_t y = 0; y + window <= p.height; ++y) {
      const std::uint8_t* const from = v.image + frame + y * width;
      std::uint8_t* const to = v.filtered + frame + (y + border) * width + border;
      if (count >= hn::Lanes(vector)) {
        filter_row(vector, from, width, to, count, places);
      } else {
        filter_row(one_lane, from, width, to, count, places);
      }
    }
  }
}

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
