// Tables that are computed while the program is compiled: those of host/sorted_rows, on zeros and ones, and the places
// of the lists that gpu/tiles.hpp keeps in shared memory.
#include <gtest/gtest.h>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>
#include "cases/median_window/gpu/tile_lists.hpp"
#include "cases/median_window/host/window_network.hpp"
#include "cases/median_window/tests/zeros_and_ones.hpp"

namespace {

using median_window::TileLists;
using median_window::WindowNetwork;
using zeros_and_ones::Bits;
using zeros_and_ones::States;

/// Words of states for which the network does not select the median of `window` sorted rows.
std::uint64_t wrong_medians(const WindowNetwork& select, unsigned window) {
  std::uint64_t wrong = 0;
  std::vector<Bits> values(std::size_t{window} * window);
  States(std::vector<unsigned>(window, window)).for_all([&](const auto& at_least, const auto& ones) {
    for (unsigned i = 0; i < values.size(); ++i) values[i] = at_least[i / window][window - i % window];
    for (unsigned i = 0; i < select.count; ++i) {
      const auto& step = select.steps[i];
      const Bits low = values[step.low];
      const Bits high = values[step.high];
      if (step.low_is_needed) values[step.low] = low & high;
      if (step.high_is_needed) values[step.high] = low | high;
    }
    wrong += values[select.results.at[0]] != zeros_and_ones::with_ones(ones, window * window / 2 + 1);
  });
  return wrong;
}

/// Does the steps of a network on its places.
void walk(const WindowNetwork& network, std::vector<unsigned>& values) {
  for (unsigned i = 0; i < network.count; ++i) {
    unsigned& low = values[network.steps[i].low];
    unsigned& high = values[network.steps[i].high];
    if (high < low) std::swap(low, high);
  }
}

/// Inputs, of all 2^count of zeros and ones, that the network does not sort.
unsigned wrong_sorts(const WindowNetwork& sort, unsigned count) {
  unsigned wrong = 0;
  for (unsigned input = 0; input < 1U << count; ++input) {
    std::vector<unsigned> values(count);
    for (unsigned i = 0; i < count; ++i) values[i] = input >> i & 1U;
    walk(sort, values);
    // Zeros, then as many ones as there were.
    const unsigned zeros = count - static_cast<unsigned>(std::popcount(input));
    bool right = sort.results.count == count;
    for (unsigned i = 0; i < count; ++i) right = right && values[sort.results.at[i]] == (i < zeros ? 0U : 1U);
    wrong += right ? 0 : 1;
  }
  return wrong;
}

/// A network without one of its steps.
WindowNetwork without(const WindowNetwork& whole, unsigned missing) {
  WindowNetwork less = whole;
  std::copy(whole.steps + missing + 1, whole.steps + whole.count, less.steps + missing);
  --less.count;
  return less;
}

TEST(MedianHostNetwork, SortsAllZerosAndOnes) {
  for (unsigned count = 3; count <= 15; count += 2)
    EXPECT_EQ(wrong_sorts(median_window::networks_of(count).sort, count), 0U) << count;
}

TEST(MedianHostNetwork, SelectsTheMedianOfAllZerosAndOnes) {
  for (const unsigned window : {3U, 5U, 7U})
    EXPECT_EQ(wrong_medians(median_window::networks_of(window).select, window), 0U) << window;
}

TEST(MedianHostNetwork, IsFoundWrongWithoutAnyOfItsSteps) {
  const auto& networks = median_window::networks_of(5);
  for (unsigned missing = 0; missing < networks.select.count; ++missing)
    EXPECT_GT(wrong_medians(without(networks.select, missing), 5), 0U) << "without step " << missing;
  for (unsigned missing = 0; missing < networks.sort.count; ++missing)
    EXPECT_GT(wrong_sorts(without(networks.sort, missing), 5), 0U) << "without step " << missing;
  WindowNetwork twice = networks.sort;
  twice.results.at[4] = twice.results.at[3];
  EXPECT_GT(wrong_sorts(twice, 5), 0U);
}

/// Larger windows have too many states: many of them.
TEST(MedianHostNetwork, SelectsTheMedianOfManyLargerWindows) {
  std::mt19937 random(1);
  for (unsigned window = 9; window <= 15; window += 2) {
    const auto& networks = median_window::networks_of(window);
    for (unsigned ones = 0; ones <= window * window; ++ones) {
      std::vector<unsigned> pixels(window * window, 0);
      std::fill(pixels.begin(), pixels.begin() + ones, 1);
      for (unsigned turn = 0; turn < 20; ++turn) {
        std::shuffle(pixels.begin(), pixels.end(), random);
        std::vector<unsigned> values;
        for (unsigned row = 0; row < window; ++row) {
          std::vector<unsigned> one(pixels.begin() + row * window, pixels.begin() + (row + 1) * window);
          walk(networks.sort, one);
          for (unsigned i = 0; i < window; ++i) values.push_back(one[networks.sort.results.at[i]]);
        }
        walk(networks.select, values);
        ASSERT_EQ(values[networks.select.results.at[0]], ones > window * window / 2 ? 1U : 0U) << window;
      }
    }
  }
}

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
  zeros_and_ones::for_all_windows([]<unsigned window>(std::integral_constant<unsigned, window>) {
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
  });
}

}  // namespace
