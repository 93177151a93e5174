// The tables of cases/median/network.hpp that sort and merge, each on all sorted inputs of zeros and ones,
// and what they make of a window of 5x5 on all inputs of zeros and ones: what is right on those is right on
// all values.
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include "cases/median/network.hpp"

namespace {

/// 64 inputs of zeros and ones at once, one per bit.
using Bits = std::uint64_t;
constexpr Bits all = ~Bits{0};

/// What a network gives, in order.
template <class Network, std::size_t count> auto run(std::array<Bits, count> values) {
  for (std::size_t step = 0; step < Network::count; ++step) {
    Bits& low = values.at(Network::steps[step].low);
    Bits& high = values.at(Network::steps[step].high);
    const Bits smaller = low & high;
    high |= low;
    low = smaller;
  }
  std::array<Bits, Network::order.size()> given{};
  for (std::size_t i = 0; i < given.size(); ++i) given[i] = values.at(Network::order[i]);
  return given;
}

template <std::size_t m, std::size_t n>
std::array<Bits, m + n> joined(const std::array<Bits, m>& a, const std::array<Bits, n>& b) {
  std::array<Bits, m + n> both{};
  std::copy(b.begin(), b.end(), std::copy(a.begin(), a.end(), both.begin()));
  return both;
}

/// As host/5x5_shared_rows: the median of 25 values in rows, of which `lone` is the one that has no pair.
Bits median(const std::array<Bits, 25>& pixels, unsigned lone) {
  std::array<std::array<Bits, 5>, 5> rows{};
  for (unsigned y = 0; y < 5; ++y) {
    std::array<Bits, 5> row{};
    std::copy_n(pixels.begin() + 5 * y, 5, row.begin());
    rows[y] = run<median::SortFive>(row);
  }
  const unsigned first = lone == 0 ? 1 : 0;
  const auto above = run<median::MergeRows>(joined(rows[first], rows[first + 1]));
  const auto below = run<median::MergeRows>(joined(rows[first + 2], rows[first + 3]));
  const auto six = run<median::MiddleOfTwenty>(joined(above, below));
  return run<median::MedianOfEleven>(joined(six, rows[lone]))[0];
}

/// Inputs, of all 2^25, for which the median is wrong.
std::uint64_t wrong_inputs(unsigned lone) {
  constexpr unsigned lane_bits = 6;
  std::array<Bits, 25> pixels{};
  std::array<Bits, 14> at_least{};
  for (unsigned lane = 0; lane < 64; ++lane) {
    for (unsigned i = 0; i < lane_bits; ++i) pixels[i] |= Bits{lane >> i & 1U} << lane;
    for (int ones = 0; ones < 14; ++ones) {
      at_least[static_cast<std::size_t>(ones)] |= Bits{std::popcount(lane) >= ones} << lane;
    }
  }
  std::uint64_t wrong = 0;
  for (std::uint32_t high = 0; high < 1U << (25 - lane_bits); ++high) {
    for (unsigned i = lane_bits; i < 25; ++i) pixels[i] = (high >> (i - lane_bits) & 1U) != 0 ? all : 0;
    const int missing = std::max(13 - std::popcount(high), 0);
    wrong +=
        static_cast<std::uint64_t>(std::popcount(median(pixels, lone) ^ at_least[static_cast<std::size_t>(missing)]));
  }
  return wrong;
}

TEST(MedianMergeNetwork, GivesTheMedianOfAllZerosAndOnes) {
  EXPECT_EQ(wrong_inputs(0), 0U);
  EXPECT_EQ(wrong_inputs(4), 0U);
}

TEST(MedianMergeNetwork, SortsAnyFive) {
  for (unsigned input = 0; input < 32; ++input) {
    std::array<Bits, 5> values{};
    for (unsigned i = 0; i < 5; ++i) values[i] = (input >> i & 1U) != 0 ? all : 0;
    const auto sorted = run<median::SortFive>(values);
    for (unsigned i = 0; i < 5; ++i) {
      EXPECT_EQ(sorted[i], i + static_cast<unsigned>(std::popcount(input)) >= 5 ? all : 0) << "input " << input;
    }
  }
}

/// Lists of `m` and `n` values, zeros and then ones; `first` is the rank of the first value that is given.
template <class Network, unsigned m, unsigned n> void expect_merged(unsigned first) {
  for (unsigned a = 0; a <= m; ++a) {
    for (unsigned b = 0; b <= n; ++b) {
      std::array<Bits, m + n> values{};
      for (unsigned i = 0; i < m + n; ++i) values[i] = (i < m ? i >= a : i - m >= b) ? all : 0;
      const auto given = run<Network>(values);
      for (unsigned i = 0; i < given.size(); ++i) EXPECT_EQ(given[i], first + i >= a + b ? all : 0);
    }
  }
}

TEST(MedianMergeNetwork, MergesSortedLists) {
  expect_merged<median::MergeRows, 5, 5>(0);
  expect_merged<median::MiddleOfTwenty, 10, 10>(7);
  expect_merged<median::MedianOfEleven, 6, 5>(5);
}

}  // namespace
