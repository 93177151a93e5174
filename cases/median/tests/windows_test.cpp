// The selections of the GPU variants, on all inputs of zeros and ones: minima and maxima that are right on
// those are right on all values. This does not hold for middle values by sums, which are tried on many
// values.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <rungs/core/typed_case.hpp>

#include "cases/median/gpu/3x3_three_input.cu"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/lanes.hpp"
#include "cases/median/gpu/sorted_columns.hpp"
#include "cases/median/gpu/sorted_lists.hpp"
#include "cases/median/gpu/windows5.hpp"

namespace {

/// 64 inputs of zeros and ones at once, one per bit.
using Bits = std::uint64_t;
constexpr Bits all = ~Bits{0};

struct OrderBits {
  void operator()(Bits& low, Bits& high) const {
    const Bits smaller = low & high;
    high |= low;
    low = smaller;
  }
};

struct OrdersOfBits {
  using Small = OrderBits;
  using Core = OrderBits;
  using Last = OrderBits;
};

/// Bit i of the number of the lane.
Bits lanes_of_input(unsigned i) {
  Bits word = 0;
  for (unsigned lane = 0; lane < 64; ++lane) word |= Bits{lane >> i & 1U} << lane;
  return word;
}

Bits lanes_with_ones(int least) {
  Bits word = 0;
  for (unsigned lane = 0; lane < 64; ++lane) word |= Bits{std::popcount(lane) >= least} << lane;
  return word;
}

/// The medians of the 2x2 windows of 6x6 pixels.
std::array<Bits, 4> four_medians(const std::array<Bits, 36>& pixels) {
  using Windows = median::Windows5<Bits, OrdersOfBits>;
  Bits top[6];
  Bits bottom[6];
  Windows::Two above[6];
  Windows::Two below[6];
  for (unsigned x = 0; x < 6; ++x) {
    top[x] = pixels[x];
    above[x] = Windows::two(pixels[6 + x], pixels[12 + x]);
    below[x] = Windows::two(pixels[18 + x], pixels[24 + x]);
    bottom[x] = pixels[30 + x];
  }
  Bits upper[2];
  Bits lower[2];
  Windows::filter_two_rows(top, above, below, bottom, upper, lower);
  return {upper[0], upper[1], lower[0], lower[1]};
}

/// Inputs, of all 2^25 of one of the four windows, for which its median is wrong. The pixels outside the
/// window all are `outside`.
std::uint64_t wrong_inputs(unsigned window, Bits outside) {
  constexpr unsigned lane_bits = 6;
  std::array<unsigned, 25> places{};
  for (unsigned i = 0; i < 25; ++i) places[i] = (i / 5 + window / 2) * 6 + i % 5 + window % 2;
  std::array<Bits, 14> at_least{};
  for (int ones = 0; ones < 14; ++ones) at_least[static_cast<std::size_t>(ones)] = lanes_with_ones(ones);
  std::array<Bits, 36> pixels{};
  pixels.fill(outside);
  for (unsigned i = 0; i < lane_bits; ++i) pixels[places[i]] = lanes_of_input(i);

  std::uint64_t wrong = 0;
  for (std::uint32_t high = 0; high < 1U << (25 - lane_bits); ++high) {
    for (unsigned i = lane_bits; i < 25; ++i)
      pixels[places[i]] = (high >> (i - lane_bits) & 1U) != 0 ? all : 0;
    const int missing = std::max(13 - std::popcount(high), 0);
    wrong += static_cast<std::uint64_t>(
        std::popcount(four_medians(pixels)[window] ^ at_least[static_cast<std::size_t>(missing)]));
  }
  return wrong;
}

TEST(MedianWindows, FourOf5x5AreRightOnAllZerosAndOnes) {
  for (unsigned window = 0; window < 4; ++window) {
    EXPECT_EQ(wrong_inputs(window, window % 2 == 0 ? 0 : all), 0U) << "window " << window;
  }
}

template <unsigned m, unsigned n>
void expect_merges() {
  for (unsigned a = 0; a <= m; ++a) {
    for (unsigned b = 0; b <= n; ++b) {
      // Sorted lists of zeros and then ones.
      median::Sorted<Bits, m> left;
      median::Sorted<Bits, n> right;
      for (unsigned i = 0; i < m; ++i) left.at[i] = i < a ? 0 : all;
      for (unsigned i = 0; i < n; ++i) right.at[i] = i < b ? 0 : all;
      const auto merged = median::merge(left, right, OrderBits{});
      for (unsigned i = 0; i < m + n; ++i) EXPECT_EQ(merged.at[i], i < a + b ? 0 : all) << m << " and " << n;
    }
  }
}

TEST(MedianWindows, ListsOfAnyLengthsMerge) {
  expect_merges<1, 1>();
  expect_merges<1, 5>();
  expect_merges<2, 2>();
  expect_merges<3, 2>();
  expect_merges<4, 4>();
  expect_merges<6, 4>();
  expect_merges<7, 1>();
  expect_merges<8, 8>();
  expect_merges<10, 4>();
}

/// Two lanes a word: the high one holds the opposite of the low one.
unsigned two_lanes(bool one) { return one ? 1U : 1U << 16; }

/// Checks `filter` on the four windows of all 4x4 pixels of zeros and ones.
template <class Filter>
void expect_four_3x3(Filter filter) {
  for (unsigned input = 0; input < 1U << 16; ++input) {
    unsigned rows[4][4];
    for (unsigned i = 0; i < 16; ++i) rows[i / 4][i % 4] = two_lanes((input >> i & 1U) != 0);
    unsigned medians[2][2];
    filter(rows, medians[0], medians[1]);
    for (unsigned window = 0; window < 4; ++window) {
      unsigned ones = 0;
      for (unsigned i = 0; i < 9; ++i) ones += input >> ((i / 3 + window / 2) * 4 + i % 3 + window % 2) & 1U;
      ASSERT_EQ(medians[window / 2][window % 2], two_lanes(ones >= 5))
          << "input " << input << " window " << window;
    }
  }
}

TEST(MedianWindows, FourOf3x3AreRightOnAllZerosAndOnes) {
  expect_four_3x3([](const unsigned(&rows)[4][4], unsigned(&upper)[2], unsigned(&lower)[2]) {
    median::filter_two_rows(rows, upper, lower);
  });
  expect_four_3x3([](const unsigned(&rows)[4][4], unsigned(&upper)[2], unsigned(&lower)[2]) {
    median::MediansOfColumns<WindowsBySums>::filter(rows, upper, lower);
  });
  expect_four_3x3([](const unsigned(&rows)[4][4], unsigned(&upper)[2], unsigned(&lower)[2]) {
    median::MediansByClamp::filter(rows, upper, lower);
  });
}

TEST(MedianWindows, SumsGiveTheMiddleOfAnyThree) {
  std::mt19937 random(1);
  for (int i = 0; i < 100000; ++i) {
    std::array<std::array<unsigned, 3>, 2> lanes{};
    for (auto& lane : lanes) {
      // All 16 bits, often at their ends, where the sums carry over.
      for (auto& value : lane) value = std::clamp(static_cast<int>(random() % 90000) - 12000, 0, 65535);
    }
    const auto word = [&](unsigned k) { return lanes[1][k] << 16 | lanes[0][k]; };
    const auto sorted = median::sort_by_sum(word(0), word(1), word(2), word(0) + word(1) + word(2));
    for (auto& lane : lanes) std::sort(lane.begin(), lane.end());
    ASSERT_EQ(sorted.low, word(0));
    ASSERT_EQ(sorted.middle, word(1));
    ASSERT_EQ(sorted.high, word(2));
  }
}

}  // namespace
