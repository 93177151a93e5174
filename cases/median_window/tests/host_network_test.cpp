// The tables of host/sorted_rows, on zeros and ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "cases/median_window/host/window_network.hpp"
#include "cases/median_window/tests/zeros_and_ones.hpp"

namespace {

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

/// Inputs, of all 2^count of zeros and ones, that the network does not sort.
unsigned wrong_sorts(const WindowNetwork& sort, unsigned count) {
  unsigned wrong = 0;
  for (unsigned input = 0; input < 1U << count; ++input) {
    std::vector<unsigned> values(count);
    for (unsigned i = 0; i < count; ++i) values[i] = input >> i & 1U;
    for (unsigned i = 0; i < sort.count; ++i) {
      if (values[sort.steps[i].high] < values[sort.steps[i].low])
        std::swap(values[sort.steps[i].low], values[sort.steps[i].high]);
    }
    std::vector<unsigned> sorted;
    for (unsigned i = 0; i < count; ++i) sorted.push_back(values[sort.results.at[i]]);
    wrong += std::is_sorted(sorted.begin(), sorted.end()) ? 0 : 1;
  }
  return wrong;
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
  const WindowNetwork& whole = median_window::networks_of(5).select;
  for (unsigned missing = 0; missing < whole.count; ++missing) {
    WindowNetwork less = whole;
    std::copy(whole.steps + missing + 1, whole.steps + whole.count, less.steps + missing);
    --less.count;
    EXPECT_GT(wrong_medians(less, 5), 0U) << "without step " << missing;
  }
}

/// Larger windows have too many states: many of them.
TEST(MedianHostNetwork, SelectsTheMedianOfManyLargerWindows) {
  std::mt19937 random(1);
  for (unsigned window = 9; window <= 15; window += 2) {
    const auto& networks = median_window::networks_of(window);
    const auto walk = [](const median_window::WindowNetwork& network, unsigned* values) {
      for (unsigned i = 0; i < network.count; ++i) {
        auto& low = values[network.steps[i].low];
        auto& high = values[network.steps[i].high];
        if (high < low) std::swap(low, high);
      }
    };
    for (unsigned ones = 0; ones <= window * window; ++ones) {
      std::vector<unsigned> pixels(window * window, 0);
      std::fill(pixels.begin(), pixels.begin() + ones, 1);
      for (unsigned turn = 0; turn < 20; ++turn) {
        std::shuffle(pixels.begin(), pixels.end(), random);
        std::vector<unsigned> values;
        for (unsigned row = 0; row < window; ++row) {
          std::vector<unsigned> one(pixels.begin() + row * window, pixels.begin() + (row + 1) * window);
          walk(networks.sort, one.data());
          for (unsigned i = 0; i < window; ++i) values.push_back(one[networks.sort.results.at[i]]);
        }
        walk(networks.select, values.data());
        ASSERT_EQ(values[networks.select.results.at[0]], ones > window * window / 2 ? 1U : 0U) << window;
      }
    }
  }
}

}  // namespace
