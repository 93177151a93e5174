// The tables of cases/median/network.hpp are right on every input of zeros and ones. A network that is right on those
// is right on all values.
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>
#include "cases/median/network.hpp"
#include "cases/median_window/tests/zeros_and_ones.hpp"

namespace {

using zeros_and_ones::Bits;

template <class Step> void exchange(std::span<const Step> steps, Bits* values) {
  for (const Step& step : steps) {
    const Bits low = values[step.low];
    const Bits high = values[step.high];
    values[step.low] = low & high;
    values[step.high] = low | high;
  }
}

/// Inputs, of all 2^(window * window), for which the network's median is wrong.
template <unsigned window> std::uint64_t wrong_inputs(std::span<const median::Exchange> steps) {
  // The lowest six values, in 64 inputs.
  constexpr Bits lowest[] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                             0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
  constexpr unsigned count = window * window;
  std::uint64_t wrong = 0;
  for (std::uint32_t input = 0; input < 1U << count; input += 64) {
    Bits values[count];
    for (unsigned i = 0; i < count; ++i) values[i] = i < 6 ? lowest[i] : (input >> i & 1U) != 0 ? ~Bits{0} : 0;
    Bits expected = 0;
    for (unsigned bit = 0; bit < 64; ++bit) expected |= Bits{std::popcount(input + bit) * 2 > int{count}} << bit;
    exchange(steps, values);
    wrong += static_cast<std::uint64_t>(std::popcount(values[median::Network<window>::middle] ^ expected));
  }
  return wrong;
}

TEST(MedianNetworks, AreRightOnAllZerosAndOnes) {
  EXPECT_EQ(wrong_inputs<3>(median::Network<3>::steps), 0U);
  EXPECT_EQ(wrong_inputs<5>(median::Network<5>::steps), 0U);
}

TEST(MedianNetworks, NeedTheLastStep) {
  // Also shows that the check above can fail.
  EXPECT_GT(wrong_inputs<3>(std::span(median::Network<3>::steps).first<18>()), 0U);
  EXPECT_GT(wrong_inputs<5>(std::span(median::Network<5>::steps).first<98>()), 0U);
}

/// What a network gives of these values, in order.
template <class Network> auto run(std::initializer_list<std::span<const Bits>> lists) {
  std::vector<Bits> values;
  for (const auto& list : lists) values.insert(values.end(), list.begin(), list.end());
  exchange(std::span(Network::steps).first(Network::count), values.data());
  std::array<Bits, Network::order.size()> given{};
  for (unsigned i = 0; i < given.size(); ++i) given[i] = values.at(Network::order[i]);
  return given;
}

TEST(MedianMergeNetwork, SortsFive) {
  EXPECT_EQ(zeros_and_ones::wrong_sorts<5>([](auto& values) {
              const auto sorted = run<median::SortFive>({values});
              std::copy_n(sorted.begin(), 5, values);
            }),
            0U);
}

/// As host/5x5_shared_rows: of five sorted rows, the first or the last is the one that has no pair.
TEST(MedianMergeNetwork, GivesTheMedianOfFiveSortedRows) {
  zeros_and_ones::for_all_states({5, 5, 5, 5, 5}, [&](const auto& at_least, const auto& ones) {
    std::array<std::array<Bits, 5>, 5> rows{};
    for (unsigned i = 0; i < 25; ++i) rows[i / 5][i % 5] = at_least[i / 5][5 - i % 5];
    for (const unsigned lone : {0U, 4U}) {
      const auto* const paired = &rows[lone == 0 ? 1 : 0];
      const auto above = run<median::MergeRows>({paired[0], paired[1]});
      const auto below = run<median::MergeRows>({paired[2], paired[3]});
      const auto six = run<median::MiddleOfTwenty>({above, below});
      EXPECT_EQ(run<median::MedianOfEleven>({six, rows[lone]})[0], zeros_and_ones::with_ones(ones, 13));
    }
  });
}

}  // namespace
