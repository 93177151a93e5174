// The places of the lists that gpu/tiles.hpp keeps in shared memory.
#include "cases/median_window/gpu/tile_lists.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <type_traits>
#include <utility>

namespace {

using median_window::TileLists;

/// Whether two kinds of lists overlap that are both needed in a step, and whether a kind has no place inside `words`.
bool overlap(const median_window::ListPlan& plan) {
  constexpr unsigned kinds = median_window::ListKind::count;
  for (unsigned a = 0; a < kinds; ++a) {
    if (plan.at[a] + plan.sizes[a] > plan.words) return true;
    for (unsigned b = a + 1; b < kinds; ++b) {
      const bool meet = plan.sizes[a] > 0 && plan.sizes[b] > 0 && b <= plan.last[a];
      if (meet && plan.at[a] < plan.at[b] + plan.sizes[b] && plan.at[b] < plan.at[a] + plan.sizes[a]) return true;
    }
  }
  return false;
}

TEST(MedianTiles, ListsDoNotOverlapAndNeedNoMoreThanTheFullestStep) {
  const auto check = []<unsigned window>(std::integral_constant<unsigned, window>) {
    median_window::ListPlan plan = TileLists<window>::plan;
    EXPECT_FALSE(overlap(plan)) << window;
    unsigned fullest = 0;
    for (unsigned step = 0; step < median_window::ListKind::count; ++step) {
      unsigned needed = 0;
      for (unsigned kind = 0; kind <= step; ++kind) needed += step <= plan.last[kind] ? plan.sizes[kind] : 0;
      fullest = std::max(fullest, needed);
    }
    EXPECT_EQ(plan.words, fullest) << window;
    --plan.at[median_window::ListKind::sorted_columns];  // a wrong place
    EXPECT_TRUE(overlap(plan)) << window;
  };
  [&]<unsigned... window>(std::integer_sequence<unsigned, window...>) {
    (check(std::integral_constant<unsigned, window>{}), ...);
  }
  (std::integer_sequence<unsigned, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31>{});
}

}  // namespace
