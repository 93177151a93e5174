// The tables of cases/median/network.hpp are right on every input of zeros and ones. A network that is right on those
// is right on all values.
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include "cases/median/network.hpp"

namespace {

using Bits = std::uint64_t;  // 64 inputs of zeros and ones at once, one per bit

/// Calls `use(inputs, most)` for all inputs of `count` zeros and ones, an odd number; `most` has the inputs that are
/// ones for the most part, whose median is a one.
template <unsigned count, class Use> void for_all_inputs(const Use& use) {
  constexpr unsigned lane_bits = 6;
  constexpr int half = count / 2 + 1;
  std::array<Bits, count> inputs{};
  std::array<Bits, half + 1> at_least{};
  for (unsigned lane = 0; lane < 64; ++lane) {
    for (unsigned i = 0; i < lane_bits; ++i) inputs[i] |= Bits{lane >> i & 1U} << lane;
    for (int ones = 0; ones <= half; ++ones)
      at_least[static_cast<std::size_t>(ones)] |= Bits{std::popcount(lane) >= ones} << lane;
  }
  for (std::uint32_t high = 0; high < 1U << (count - lane_bits); ++high) {
    for (unsigned i = lane_bits; i < count; ++i) inputs[i] = (high >> (i - lane_bits) & 1U) != 0 ? ~Bits{0} : 0;
    use(inputs, at_least[static_cast<std::size_t>(std::max(half - std::popcount(high), 0))]);
  }
}

/// Inputs, of all 2^(window * window), for which the network's median is wrong.
template <unsigned window> std::uint64_t wrong_inputs(std::span<const median::Exchange> steps) {
  std::uint64_t wrong = 0;
  for_all_inputs<window * window>([&](auto values, Bits expected) {
    for (const auto [to_low, to_high] : steps) {
      const Bits smaller = values[to_low] & values[to_high];
      values[to_high] |= values[to_low];
      values[to_low] = smaller;
    }
    wrong += static_cast<std::uint64_t>(std::popcount(values[median::Network<window>::middle] ^ expected));
  });
  return wrong;
}

TEST(MedianNetworks, AreRightOnAllZerosAndOnes) {
  EXPECT_EQ(std::size(median::Network<3>::steps), 19U);
  EXPECT_EQ(std::size(median::Network<5>::steps), 99U);
  EXPECT_EQ(wrong_inputs<3>(median::Network<3>::steps), 0U);
  EXPECT_EQ(wrong_inputs<5>(median::Network<5>::steps), 0U);
}

TEST(MedianNetworks, NeedTheLastStep) {
  // Also shows that the check above can fail.
  EXPECT_GT(wrong_inputs<3>(std::span(median::Network<3>::steps).first<18>()), 0U);
  EXPECT_GT(wrong_inputs<5>(std::span(median::Network<5>::steps).first<98>()), 0U);
}

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
std::uint64_t wrong_merges(unsigned lone) {
  std::uint64_t wrong = 0;
  for_all_inputs<25>([&](const auto& pixels, Bits expected) {
    wrong += static_cast<std::uint64_t>(std::popcount(median(pixels, lone) ^ expected));
  });
  return wrong;
}

TEST(MedianMergeNetwork, GivesTheMedianOfAllZerosAndOnes) {
  EXPECT_EQ(wrong_merges(0), 0U);
  EXPECT_EQ(wrong_merges(4), 0U);
}

}  // namespace
