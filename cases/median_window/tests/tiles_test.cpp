// The sorts and merges of tiles of windows, on zeros and ones.
#include "cases/median_window/gpu/tiles.hpp"
#include <gtest/gtest.h>
#include <rungs/device.hpp>
#include <utility>
#include <vector>
#include "cases/median_window/case.hpp"
#include "cases/median_window/tests/zeros_and_ones.hpp"

namespace {

using median_window::Merge, median_window::MergeOf, median_window::TileLists;
using zeros_and_ones::Bits, zeros_and_ones::OfBits, zeros_and_ones::OneMissing, zeros_and_ones::for_all_states,
    zeros_and_ones::with_ones;

template <class Ops, unsigned a, unsigned b, unsigned first, unsigned count, unsigned most>
unsigned wrong_results(Merge<a, b, first, count, most> /*merge*/) {
  unsigned wrong = 0;
  for_all_states({a, b}, [&](const auto& at_least, const auto& ones) {
    std::vector<unsigned> written(count);
    OneMissing::number = 0;
    Merge<a, b, first, count, most>::template all<Ops>([&](unsigned i) { return at_least[0].at(a - i); },
                                                       [&](unsigned i) { return at_least[1].at(b - i); },
                                                       [&](unsigned i, Bits value) {
                                                         ++written.at(i);
                                                         wrong += value != with_ones(ones, a + b - first - i);
                                                       });
    for (const unsigned times : written) wrong += times != 1;
  });
  return wrong;
}

/// Calls `f` with each merge that a block of threads does.
template <unsigned window, class F> void for_all_merges(const F& f) {
  using Lists = TileLists<window>;
  constexpr unsigned side = Lists::side;
  f(MergeOf<window, side, side, Lists::most_in_block>{});
  f(MergeOf<window, 2 * side, 2 * side, Lists::most_in_block>{});
  f(MergeOf<window, 4 * side, 4 * side, Lists::most_in_block>{});
  const auto add = [&]<unsigned done>(const auto& self, std::integral_constant<unsigned, done>) {
    if constexpr (done < side) {
      constexpr unsigned next = Lists::next_of(done);
      f(MergeOf<window, done * side, next * side, Lists::most_in_block>{});
      self(self, std::integral_constant<unsigned, done + next>{});
    }
  };
  add(add, std::integral_constant<unsigned, 8>{});
  f(MergeOf<window, side * side, 2 * side, Lists::most_in_block>{});
  f(Merge<window - 1, window - 1, 0, 2 * (window - 1)>{});
  f(MergeOf<window, side*(side + 2), 2 * (side + 2)>{});
  f(Merge<side, 2, 0, window - 1>{});
  f(MergeOf<window, (window - 1) * (window - 1), window - 1>{});
}

/// Medians of a sorted list, a sorted row and a corner that are wrong.
template <class Ops, unsigned window> unsigned wrong_medians() {
  unsigned wrong = 0;
  for_all_states({window + 1, window - 1, 1}, [&](const auto& at_least, const auto& ones) {
    Bits list[window + 1];
    for (unsigned i = 0; i <= window; ++i) list[i] = at_least[0][window + 1 - i];
    OneMissing::number = 0;
    const Bits median = median_window::median_of<Ops, window>(
        list, [&](unsigned i) { return at_least[1].at(window - 1 - i); }, at_least[2][1]);
    wrong += median != with_ones(ones, window + 1);
  });
  return wrong;
}

template <unsigned window> void expect_right_windows() {
  for_all_merges<window>([](auto merge) { EXPECT_EQ(wrong_results<OfBits>(merge), 0U) << "window " << window; });
  EXPECT_EQ((wrong_medians<OfBits, window>()), 0U) << "window " << window;
}

TEST(MedianTiles, MergesAreRightOnAllZerosAndOnes) {
  [&]<unsigned... i>(std::integer_sequence<unsigned, i...>) { (expect_right_windows<11 + 2 * i>(), ...); }
  (std::make_integer_sequence<unsigned, 11>{});
  // Blocks smaller than a half, on either side of its pads.
  EXPECT_EQ(wrong_results<OfBits>(Merge<58, 16, 16, 42, 8>{}), 0U);
  EXPECT_EQ(wrong_results<OfBits>(Merge<3, 40, 5, 30, 16>{}), 0U);
  EXPECT_EQ(wrong_results<OfBits>(Merge<40, 3, 5, 30, 16>{}), 0U);
}

template <class Ops, unsigned count> std::uint64_t wrong_tile_sorts() {
  return zeros_and_ones::wrong_sorts<count>([](auto& values) { median_window::sort_values<Ops>(values); });
}

TEST(MedianTiles, SortsZerosAndOnes) {
  [&]<unsigned... i>(std::integer_sequence<unsigned, i...>) {
    EXPECT_EQ((wrong_tile_sorts<OfBits, 8 + 2 * i>() + ...), 0U);
  }
  (std::make_integer_sequence<unsigned, 6>{});
}

TEST(MedianTiles, AreFoundWrongWithoutOneOfTheirMinima) {
  OneMissing::skipped = 5;
  EXPECT_GT(wrong_results<OneMissing>(Merge<16, 16, 0, 32>{}), 0U);
  EXPECT_GT((wrong_medians<OneMissing, 11>()), 0U);
  EXPECT_GT((wrong_tile_sorts<OneMissing, 8>()), 0U);
  OneMissing::skipped = -1;
}

}  // namespace
