// Rows of five pixels are sorted once for all windows that contain them, and pairs of rows merged once for four.
// Compared with host/5x5_avx2, two windows, one above the other, share four rows. Of these 20 pixels, merged from two
// pairs of sorted rows, only six can be a median; with the five sorted pixels of a fifth row, little work remains. A
// pair is also used by the two windows below. That makes about 59 minima and maxima per vector instead of 174, and five
// loads of pixels instead of 25. The cost is sorted lists for each column, which stay in the caches between rows.
#include <rungs/variant.hpp>
#include "cases/median/case.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/median/host/5x5_shared_rows.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include "cases/median/host/windows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace median::HWY_NAMESPACE {
namespace {

constexpr std::size_t strip_columns = 512;

/// Lists of `values` vectors, one per vector of a strip's columns.
template <std::size_t values, std::size_t columns> struct Lists {
  alignas(64) std::uint8_t at[values][columns];

  /// Calls `use` with the list at column x.
  template <class D, class Use> HWY_INLINE void load(D d, std::size_t x, const Use& use) const {
    load(d, x, use, std::make_index_sequence<values>{});
  }

  template <class D, class... V> HWY_INLINE void store(D d, std::size_t x, V... list) {
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
  (order(std::get<Network::steps[step].low>(all), std::get<Network::steps[step].high>(all)), ...);
  use(std::get<Network::order[i]>(all)...);
}

/// Runs a network (network.hpp) on the values, and calls `use` with its results, in order. The compiler
/// removes unused results and all steps that lead to them. (The values are parameters, not an array, since
/// vectors of some instruction sets cannot be array elements.)
template <class Network, class Use, class... V> HWY_INLINE void run(const Use& use, V... values) {
  run<Network>(std::make_index_sequence<Network::count>{}, std::make_index_sequence<Network::order.size()>{}, use,
               values...);
}

using SortedRow = Lists<5, strip_columns>;
using SortedPair = Lists<10, strip_columns>;

/// The lists for two rows of windows, and those for the next two. For windows whose first row is y:
struct Kept {
  SortedRow top[3];     ///< row y; the other two are for rows y + 2 and y + 4
  SortedPair pair[2];   ///< rows y + 1 and y + 2
  SortedRow fourth[2];  ///< row y + 3
};

/// Calls `use` with the row's sorted pixels at x to x + 4.
template <class D, class Use> HWY_INLINE void sort_row(D d, const std::uint8_t* row, std::size_t x, const Use& use) {
  run<SortFive>(use, hn::LoadU(d, row + x), hn::LoadU(d, row + x + 1), hn::LoadU(d, row + x + 2),
                hn::LoadU(d, row + x + 3), hn::LoadU(d, row + x + 4));
}

/// Prepares the lists for the first two rows of windows.
template <class D> HWY_INLINE void start(D d, const std::uint8_t* from, std::size_t width, std::size_t x, Kept& kept) {
  sort_row(d, from, x, [&](auto... row) HWY_ATTR { kept.top[0].store(d, x, row...); });
  sort_row(d, from + 3 * width, x, [&](auto... row) HWY_ATTR { kept.fourth[0].store(d, x, row...); });
  sort_row(d, from + 2 * width, x, [&](auto... third) HWY_ATTR {
    kept.top[1].store(d, x, third...);
    sort_row(d, from + width, x, [&](auto... second) HWY_ATTR {
      run<MergeRows>([&](auto... pair) HWY_ATTR { kept.pair[0].store(d, x, pair...); }, second..., third...);
    });
  });
}

/// The image rows and the places of the medians for two rows of windows.
struct Rows {
  const std::uint8_t* fifth;
  const std::uint8_t* sixth;
  std::uint8_t* upper;
  std::uint8_t* lower;
};

/// The medians of the six values that four rows leave and the row above or below them.
template <class D>
HWY_INLINE void finish(D d, const Rows& rows, std::size_t x, const Kept& kept, std::size_t step, SortedRow& next_fourth,
                       auto... six) {
  sort_row(d, rows.sixth, x, [&](auto... sixth) HWY_ATTR {
    next_fourth.store(d, x, sixth...);
    run<MedianOfEleven>([&](auto median) HWY_ATTR { hn::StoreU(median, d, rows.lower + x); }, six..., sixth...);
  });
  kept.top[step % 3].load(d, x, [&](auto... top) HWY_ATTR {
    run<MedianOfEleven>([&](auto median) HWY_ATTR { hn::StoreU(median, d, rows.upper + x); }, six..., top...);
  });
}

/// One vector of two rows of windows, the `step`th two of a strip.
template <class D> HWY_INLINE void filter_vector(D d, const Rows& rows, std::size_t x, Kept& kept, std::size_t step) {
  const std::size_t now = step % 2;
  kept.fourth[now].load(d, x, [&](auto... fourth) HWY_ATTR {
    sort_row(d, rows.fifth, x, [&](auto... fifth) HWY_ATTR {
      kept.top[(step + 2) % 3].store(d, x, fifth...);
      run<MergeRows>(
          [&](auto... below) HWY_ATTR {
            kept.pair[1 - now].store(d, x, below...);
            kept.pair[now].load(d, x, [&](auto... above) HWY_ATTR {
              run<MiddleOfTwenty>([&](auto... six)
                                      HWY_ATTR { finish(d, rows, x, kept, step, kept.fourth[1 - now], six...); },
                                  above..., below...);
            });
          },
          fourth..., fifth...);
    });
  });
}

/// Filters a strip of `columns` windows per row, two rows at a time.
template <class D>
HWY_INLINE void filter_strip(D d, const std::uint8_t* from, std::uint8_t* to, std::size_t columns, std::size_t width,
                             std::size_t height) {
  Kept kept;
  for_vectors(d, columns, [&](std::size_t x) HWY_ATTR { start(d, from, width, x, kept); });
  for (std::size_t y = 0; y + 4 < height; y += 2) {
    // If the last row of windows has none below it, it is filtered twice; the second result is the right one.
    const std::size_t next = y + 5 < height ? width : 0;
    const Rows rows{from + (y + 4) * width, from + (y + 4) * width + next, to + y * width, to + y * width + next};
    for_vectors(d, columns, [&](std::size_t x) HWY_ATTR { filter_vector(d, rows, x, kept, y / 2); });
  }
}

void filter_5x5_shared_rows(const Problem& p, const Views& v) {
  filter_strips<5, strip_columns>(p, v,
                                  [&](auto d, const std::uint8_t* from, std::uint8_t* to, std::size_t columns)
                                      HWY_ATTR { filter_strip(d, from, to, columns, p.width, p.height); });
}

}  // namespace
}  // namespace median::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace median {

HWY_EXPORT(filter_5x5_shared_rows);

namespace {

void launch(const Problem& p, const Views& v, rungs::Stream) { HWY_DYNAMIC_DISPATCH(filter_5x5_shared_rows)(p, v); }

const rungs::Variant<Case> variant{{
    .improves = "host/5x5_avx2",
    .technique = {"reuse"},
    .idea = "sorted rows and pairs of rows shared between windows",
    .result = Result::window5,
    .launch = launch,
}};

}  // namespace
}  // namespace median
#endif
