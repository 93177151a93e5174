// Strips of columns, vectors and networks for the variants whose rows of windows share sorted lists. Compiled
// once per instruction set: Highway includes a variant's file once per set, and each inclusion flips this
// guard, which lets the file in again.
#if defined(RUNGS_MEDIAN_SHARED_ROWS) == defined(HWY_TARGET_TOGGLE)
#ifdef RUNGS_MEDIAN_SHARED_ROWS
#undef RUNGS_MEDIAN_SHARED_ROWS
#else
#define RUNGS_MEDIAN_SHARED_ROWS
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "cases/median/case.hpp"

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Calls `filter(lanes, top left of the strip's windows, where their medians go, windows per row)` for strips
/// of up to `most_columns` columns of all frames: with a vector's lanes, or with one lane if the strip is
/// narrower.
template <unsigned window, std::size_t most_columns, class Filter>
HWY_INLINE void for_strips(const Problem& p, const Views& v, const Filter& filter) {
  if (p.width < window || p.height < window) return;
  const hn::ScalableTag<std::uint8_t> vector;
  const hn::CappedTag<std::uint8_t, 1> one_lane;
  const std::size_t count = p.width - window + 1;
  constexpr std::size_t border = window / 2;
  for (std::size_t frame = 0; frame < p.pixels(); frame += p.area()) {
    const std::uint8_t* const from = v.image + frame;
    std::uint8_t* const to = v.filtered + frame + border * p.width + border;
    for (std::size_t x = 0; x < count; x += most_columns) {
      const std::size_t columns = std::min(most_columns, count - x);
      if (columns >= hn::Lanes(vector)) {
        filter(vector, from + x, to + x, columns);
      } else {
        filter(one_lane, from + x, to + x, columns);
      }
    }
  }
}

/// Calls `at(x)` for vectors that cover `columns` columns. If less than a vector is left at the end, the last
/// vector starts earlier, and some columns are done twice.
template <class D, class At>
HWY_INLINE void for_vectors(D d, std::size_t columns, const At& at) {
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t x = 0; x < columns; x += lanes) at(x + lanes <= columns ? x : columns - lanes);
}

/// Lists of `values` vectors, one per vector of a strip's columns.
template <std::size_t values, std::size_t columns>
struct Lists {
  alignas(64) std::uint8_t at[values][columns];

  /// Calls `use` with the list at column x.
  template <class D, class Use>
  HWY_INLINE void load(D d, std::size_t x, const Use& use) const {
    load(d, x, use, std::make_index_sequence<values>{});
  }

  template <class D, class... V>
  HWY_INLINE void store(D d, std::size_t x, V... list) {
    static_assert(sizeof...(V) == values);
    std::size_t i = 0;
    (hn::StoreU(list, d, at[i++] + x), ...);
  }

 private:
  template <class D, class Use, std::size_t... i>
  HWY_INLINE void load(D d, std::size_t x, const Use& use, std::index_sequence<i...>) const {
    use(hn::LoadU(d, at[i] + x)...);
  }
};

template <class Network, class Use, std::size_t... step, std::size_t... i, class... V>
HWY_INLINE void run(std::index_sequence<step...>, std::index_sequence<i...>, const Use& use, V... values) {
  const auto all = std::tie(values...);
  const auto order = [&](auto& low, auto& high) HWY_ATTR {
    const auto smaller = hn::Min(low, high);
    high = hn::Max(low, high);
    low = smaller;
  };
  (order(std::get<Network::steps[step].low>(all), std::get<Network::steps[step].high>(all)), ...);
  use(std::get<Network::order[i]>(all)...);
}

/// Runs a network (merge_network.hpp) on the values, and calls `use` with its results, in order. The compiler
/// removes unused results and all steps that lead to them. (The values are parameters, not an array, since
/// vectors of some instruction sets cannot be array elements.)
template <class Network, class Use, class... V>
HWY_INLINE void run(const Use& use, V... values) {
  run<Network>(std::make_index_sequence<Network::count>{}, std::make_index_sequence<Network::order.size()>{},
               use, values...);
}

}  // namespace median::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
