// The GPU variants' selections by minima and maxima, and the networks of host/sorted_rows, on zeros and ones.
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <rungs/core/typed_case.hpp>
#include <rungs/device.hpp>
#include <utility>
#include <vector>
#include "cases/median_window/case.hpp"
#include "cases/median_window/gpu/shared_rows.hpp"
#include "cases/median_window/host/window_network.hpp"
#include "cases/median_window/tests/zeros_and_ones.hpp"

namespace sorted_rows {
#include "cases/median_window/gpu/sorted_rows.cu"
}

namespace {

using median_window::FourWindows, median_window::Part, median_window::WindowNetwork;
using zeros_and_ones::Bits, zeros_and_ones::OfBits, zeros_and_ones::OneMissing, zeros_and_ones::for_all_states,
    zeros_and_ones::with_ones, zeros_and_ones::wrong_sorts;

/// Words of states for which the median of `window` sorted rows is wrong; gpu/network and gpu/sorted_rows.
template <class Ops, unsigned window> std::uint64_t wrong_medians_of_rows() {
  std::uint64_t wrong = 0;
  for_all_states(std::vector<unsigned>(window, window), [&](const auto& at_least, const auto& ones) {
    // The upper window's rows and one of zeros below them; one of ones, and the lower window's rows.
    Part<Bits, window, window> rows[window + 1] = {};
    Part<Bits, window, window> lower_rows[window + 1];
    std::fill_n(lower_rows[0].at, window, ~Bits{0});
    for (unsigned y = 0; y < window; ++y) {
      for (unsigned i = 0; i < window; ++i) rows[y].at[i] = at_least[y][window - i];
      lower_rows[y + 1] = rows[y];
    }
    Bits upper = 0;
    Bits lower = 0;
    Bits ignored = 0;
    OneMissing::number = 0;
    const Bits alone = median_window::join_all<Ops, window>(rows).at[0];
    OneMissing::number = 0;
    sorted_rows::two_medians<Ops>(rows, upper, ignored);
    OneMissing::number = 0;
    sorted_rows::two_medians<Ops>(lower_rows, ignored, lower);
    for (const Bits median : {alone, upper, lower}) wrong += median != with_ones(ones, window * window / 2 + 1);
  });
  return wrong;
}

TEST(MedianSelection, OfSortedRowsIsRightOnAllZerosAndOnes) {
  EXPECT_EQ((wrong_medians_of_rows<OfBits, 3>()), 0U);
  EXPECT_EQ((wrong_medians_of_rows<OfBits, 5>()), 0U);
  EXPECT_EQ((wrong_medians_of_rows<OfBits, 7>()), 0U);
}

template <class Ops, unsigned count> std::uint64_t wrong_gpu_sorts() {
  return wrong_sorts<count>([](auto& values) {
    const auto sorted = median_window::sort<Ops, 15, count>(values);
    std::copy_n(sorted.at, count, values);
  });
}

TEST(MedianSelection, SortsAllZerosAndOnes) {
  const auto of_all = []<unsigned... i>(std::integer_sequence<unsigned, i...>) {
    return (wrong_gpu_sorts<OfBits, i + 2>() + ...);
  };
  EXPECT_EQ(of_all(std::make_integer_sequence<unsigned, 7>{}), 0U);
}

/// Words of states for which one of the four rows of two windows is wrong. A window's lists are the middle of
/// its rows and the column at its side without the corner, each sorted on its way in; the corner is one more.
/// What is outside the window is all zeros or all ones.
template <class Ops, unsigned window> std::uint64_t wrong_four_windows(unsigned row, unsigned side) {
  constexpr unsigned common = window - 1;
  using Tile = FourWindows<Ops, Bits, window>;
  std::uint64_t wrong = 0;
  // The window's rows, then its own column but for the corner, then the corner.
  std::vector<unsigned> lengths(window, common);
  lengths.push_back(common);
  lengths.push_back(1);
  const unsigned corner = row % 2 == 0 ? row : row + common;
  for_all_states(lengths, [&](const auto& at_least, const auto& ones) {
    const Bits outside = (row + side) % 2 == 0 ? 0 : ~Bits{0};
    Tile tile;
    OneMissing::number = 0;
    const auto set = [&]<unsigned y>(std::integral_constant<unsigned, y>) {
      Bits pixels[window + 1];
      for (auto& pixel : pixels) pixel = outside;
      if (y >= row && y < row + window) {
        for (unsigned i = 0; i < common; ++i) pixels[i + 1] = at_least[y - row][i + 1];
        const unsigned place = row % 2 == 0 ? y - row - 1 : y - row;
        pixels[side * window] = y == corner ? at_least[window + 1][1] : at_least[window][place + 1];
      }
      tile.template set<y>(pixels);
    };
    [&]<unsigned... y>(std::integer_sequence<unsigned, y...>) { (set(std::integral_constant<unsigned, y>{}), ...); }
    (std::make_integer_sequence<unsigned, Tile::rows>{});
    [&]<unsigned... i>(std::integer_sequence<unsigned, i...>) { (tile.template join_pair<i>(), ...); }
    (std::make_integer_sequence<unsigned, Tile::pairs - 1>{});
    Bits medians[4][2];
    tile.filter(medians);
    wrong += medians[row][side] != with_ones(ones, window * window / 2 + 1);
  });
  return wrong;
}

TEST(MedianSelection, OfFourWindowsIsRightOnAllZerosAndOnes) {
  for (unsigned row = 0; row < 4; ++row) {
    for (unsigned side = 0; side < 2; ++side) {
      EXPECT_EQ((wrong_four_windows<OfBits, 3>(row, side)), 0U) << row << ", " << side;
      EXPECT_EQ((wrong_four_windows<OfBits, 5>(row, side)), 0U) << row << ", " << side;
      EXPECT_EQ((wrong_four_windows<OfBits, 7>(row, side)), 0U) << row << ", " << side;
    }
  }
}

TEST(MedianSelection, IsFoundWrongWithoutOneOfItsMinima) {
  OneMissing::skipped = 5;
  EXPECT_GT((wrong_medians_of_rows<OneMissing, 7>()), 0U);
  EXPECT_GT((wrong_gpu_sorts<OneMissing, 7>()), 0U);
  EXPECT_GT((wrong_four_windows<OneMissing, 5>(0, 0)), 0U);
  OneMissing::skipped = -1;
}

/// Does the network's steps on values, and leaves its results in front.
void run(const WindowNetwork& network, Bits* values) {
  for (unsigned i = 0; i < network.count; ++i) {
    const auto& step = network.steps[i];
    const Bits low = values[step.low];
    const Bits high = values[step.high];
    if (step.low_is_needed) values[step.low] = low & high;
    if (step.high_is_needed) values[step.high] = low | high;
  }
  std::vector<Bits> results;
  for (unsigned i = 0; i < network.results.count; ++i) results.push_back(values[network.results.at[i]]);
  std::copy(results.begin(), results.end(), values);
}

/// Words of states for which the network does not select the median of `window` sorted rows.
std::uint64_t wrong_medians(const WindowNetwork& select, unsigned window) {
  std::uint64_t wrong = 0;
  std::vector<Bits> values(std::size_t{window} * window);
  for_all_states(std::vector<unsigned>(window, window), [&](const auto& at_least, const auto& ones) {
    for (unsigned i = 0; i < values.size(); ++i) values[i] = at_least[i / window][window - i % window];
    run(select, values.data());
    wrong += values[0] != with_ones(ones, window * window / 2 + 1);
  });
  return wrong;
}

template <unsigned count> std::uint64_t wrong_host_sorts(const WindowNetwork& sort) {
  return wrong_sorts<count>([&](auto& values) { run(sort, values); });
}

TEST(MedianHostNetwork, SortsAllZerosAndOnes) {
  const auto of_all = []<unsigned... i>(std::integer_sequence<unsigned, i...>) {
    return (wrong_host_sorts<2 * i + 3>(median_window::networks_of(2 * i + 3).sort) + ...);
  };
  EXPECT_EQ(of_all(std::make_integer_sequence<unsigned, 7>{}), 0U);
}

TEST(MedianHostNetwork, SelectsTheMedianOfAllZerosAndOnes) {
  for (const unsigned window : {3U, 5U, 7U})
    EXPECT_EQ(wrong_medians(median_window::networks_of(window).select, window), 0U) << window;
}

TEST(MedianHostNetwork, IsFoundWrongWithoutItsLastStep) {
  median_window::Networks networks = median_window::networks_of(5);
  --networks.select.count;
  EXPECT_GT(wrong_medians(networks.select, 5), 0U);
  --networks.sort.count;
  EXPECT_GT(wrong_host_sorts<5>(networks.sort), 0U);
}

/// A value that only counts what is done with it.
struct Unit {};
struct Counting {
  static inline unsigned steps = 0;
  static Unit min(Unit, Unit) { return ++steps, Unit{}; }
  static Unit max(Unit, Unit) { return ++steps, Unit{}; }
};

/// Minima and maxima of one median; of two, one below the other; of eight, four rows of two windows.
template <unsigned window> std::array<unsigned, 3> steps_of() {
  std::array<unsigned, 3> steps{};
  const Unit pixels[window + 1];
  const auto row = [&] { return median_window::sort<Counting, window, window>(pixels); };
  Counting::steps = 0;
  Part<Unit, window, window> rows[window + 1];
  for (unsigned y = 0; y < window; ++y) rows[y] = row();
  (void)median_window::join_all<Counting, window>(rows);
  steps[0] = std::exchange(Counting::steps, 0);

  rows[window - 1] = row();
  rows[window] = row();
  Unit median;
  sorted_rows::two_medians<Counting>(rows, median, median);
  steps[1] = std::exchange(Counting::steps, 0);

  using Tile = FourWindows<Counting, Unit, window>;
  Tile tile;
  tile.template set<Tile::common>(pixels);
  tile.template set<Tile::common + 1>(pixels);
  tile.template set<Tile::common + 2>(pixels);
  tile.template set<Tile::common + 3>(pixels);
  Unit medians[4][2];
  tile.filter(medians);
  steps[2] = Counting::steps;
  return steps;
}

/// The figures of README.md, which are these per median.
TEST(MedianSelection, NeedsAsManyMinimaAndMaximaAsTheReadmeSays) {
  EXPECT_EQ(steps_of<3>(), (std::array<unsigned, 3>{34, 2 * 17, 148}));
  EXPECT_EQ(steps_of<5>(), (std::array<unsigned, 3>{206, 2 * 72, 440}));
  EXPECT_EQ(steps_of<7>(), (std::array<unsigned, 3>{570, 2 * 202, 858}));
  EXPECT_EQ(steps_of<9>(), (std::array<unsigned, 3>{1246, 2 * 404, 1442}));
}

}  // namespace
