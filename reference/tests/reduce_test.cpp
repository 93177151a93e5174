#include "reference/reduce.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "reference/random.hpp"

namespace {

constexpr std::uint32_t largest = 0xFFFFFFFFU;

std::vector<std::uint32_t> random_list(std::size_t count) {
  std::vector<std::uint32_t> words(count);
  reference::random_words(words, 5);
  return words;
}

TEST(SumOf, IsModuloTwoToThe32) {
  EXPECT_EQ(reference::sum_of(std::vector<std::uint32_t>{1, 2, 3, 4}), 10U);
  EXPECT_EQ(reference::sum_of(std::vector<std::uint32_t>{largest, 3}), 2U);
  EXPECT_EQ(reference::sum_of(std::vector<std::uint32_t>{largest, largest, largest}), largest - 2);
  EXPECT_EQ(reference::sum_of({}), 0U);
}

TEST(SumOf, AgreesWithA64BitSum) {
  for (const std::size_t count : {1U, 2U, 31U, 1000U, 1'000'003U}) {
    const auto words = random_list(count);
    std::uint64_t sum = 0;
    for (const std::uint32_t word : words) sum += word;
    for (const unsigned threads : {0U, 1U, 2U, 3U, 8U}) {
      EXPECT_EQ(reference::sum_of(words, threads), sum % (std::uint64_t{1} << 32U))
          << count << " words, " << threads << " threads";
    }
  }
}

TEST(MaximumOf, ComparesUnsigned) {
  EXPECT_EQ(reference::maximum_of(std::vector<std::uint32_t>{3, 0x80000000U, 0x7FFFFFFFU}), 0x80000000U);
  EXPECT_EQ(reference::maximum_of(std::vector<std::uint32_t>{7}), 7U);
  EXPECT_EQ(reference::maximum_of(std::vector<std::uint32_t>{0, 0}), 0U);
  EXPECT_EQ(reference::maximum_of({}), 0U);
}

TEST(MaximumOf, IsFoundWhereverItLies) {
  // Large enough that bands are really cut; a third of it, so that every place may hold the largest.
  auto words = random_list(1'000'003);
  for (auto& word : words) word /= 3;
  for (const std::size_t place : {std::size_t{0}, std::size_t{1}, std::size_t{333'333}, std::size_t{333'334},
                                  std::size_t{500'001}, std::size_t{500'002}, words.size() - 1}) {
    auto with_peak = words;
    with_peak[place] = largest;
    for (const unsigned threads : {0U, 1U, 2U, 3U, 8U}) {
      EXPECT_EQ(reference::maximum_of(with_peak, threads), largest) << "at " << place;
    }
  }
}

TEST(MaximumOf, AgreesWithASort) {
  for (const std::size_t count : {1U, 2U, 31U, 1000U}) {
    auto words = random_list(count);
    const std::uint32_t found = reference::maximum_of(words);
    std::sort(words.begin(), words.end());
    EXPECT_EQ(found, words.back());
  }
}

}  // namespace
