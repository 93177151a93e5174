// The tables of cases/median/network.hpp: equal to median_networks.csv, and right on every input of zeros and
// ones. A network that is right on those is right on all values.
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>
#include "cases/median/network.hpp"

namespace {

std::vector<std::string> lines_of_csv() {
  std::ifstream file(std::filesystem::path(__FILE__).parent_path().parent_path() / "median_networks.csv");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

void append(std::vector<std::string>& lines, unsigned window, std::span<const median::Exchange> steps) {
  for (std::size_t step = 0; step < steps.size(); ++step) {
    lines.push_back(std::to_string(window) + "," + std::to_string(step) + "," + std::to_string(steps[step].low) + "," +
                    std::to_string(steps[step].high));
  }
}

TEST(MedianNetworks, HeaderAgreesWithCsv) {
  std::vector<std::string> header{"window,step,low,high"};
  append(header, 3, median::Network<3>::steps);
  append(header, 5, median::Network<5>::steps);
  EXPECT_EQ(header, lines_of_csv());
  EXPECT_EQ(header.size(), 1U + 19U + 99U);
}

/// Lane l of word i of `inputs` is bit i of l: 64 inputs a word.
constexpr unsigned lane_bits = 6;

std::array<std::uint64_t, lane_bits> lanes() {
  std::array<std::uint64_t, lane_bits> inputs{};
  for (unsigned lane = 0; lane < 64; ++lane) {
    for (unsigned i = 0; i < lane_bits; ++i) inputs[i] |= std::uint64_t{lane >> i & 1U} << lane;
  }
  return inputs;
}

/// The lanes whose six inputs hold at least `ones` ones.
std::uint64_t lanes_with(int ones) {
  std::uint64_t word = 0;
  for (unsigned lane = 0; lane < 64; ++lane) {
    word |= std::uint64_t{std::popcount(lane) >= ones} << lane;
  }
  return word;
}

/// Inputs, of all 2^(window * window), for which the network's median is wrong.
template <unsigned window> std::uint64_t wrong_inputs(std::span<const median::Exchange> steps) {
  constexpr unsigned places = window * window;
  constexpr int half = places / 2 + 1;
  const auto low_places = lanes();
  std::array<std::uint64_t, half + 1> at_least{};
  for (int ones = 0; ones <= half; ++ones) at_least[static_cast<std::size_t>(ones)] = lanes_with(ones);

  std::uint64_t wrong = 0;
  for (std::uint32_t high = 0; high < 1U << (places - lane_bits); ++high) {
    std::array<std::uint64_t, places> values{};
    for (unsigned i = 0; i < lane_bits; ++i) values[i] = low_places[i];
    for (unsigned i = lane_bits; i < places; ++i) {
      values[i] = (high >> (i - lane_bits) & 1U) != 0 ? ~std::uint64_t{0} : 0;
    }
    for (const auto [to_low, to_high] : steps) {
      const std::uint64_t smaller = values[to_low] & values[to_high];
      values[to_high] |= values[to_low];
      values[to_low] = smaller;
    }
    const int missing = std::max(half - std::popcount(high), 0);
    wrong += static_cast<std::uint64_t>(
        std::popcount(values[median::Network<window>::middle] ^ at_least[static_cast<std::size_t>(missing)]));
  }
  return wrong;
}

TEST(MedianNetworks, AreRightOnAllZerosAndOnes) {
  EXPECT_EQ(wrong_inputs<3>(median::Network<3>::steps), 0U);
  EXPECT_EQ(wrong_inputs<5>(median::Network<5>::steps), 0U);
}

TEST(MedianNetworks, NeedEveryStep) {
  // Also shows that the check above can fail. 25 values take long: the last step alone.
  const std::span<const median::Exchange> small = median::Network<3>::steps;
  for (std::size_t left_out = 0; left_out < small.size(); ++left_out) {
    std::vector<median::Exchange> steps(small.begin(), small.end());
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(left_out));
    EXPECT_GT(wrong_inputs<3>(steps), 0U) << "without step " << left_out;
  }
  EXPECT_GT(wrong_inputs<5>(std::span(median::Network<5>::steps).first<98>()), 0U);
}

}  // namespace
