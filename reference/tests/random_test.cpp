#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <rungs/parallel.hpp>
#include <rungs/random.hpp>
#include <vector>

namespace {

TEST(RandomBits, AreTheSameOnEveryMachine) {
  // Seed 0 is SplitMix64's own sequence from state 0, whose first values are published.
  EXPECT_EQ(rungs::random_bits(0, 0), 0xE220A8397B1DCDAFU);
  EXPECT_EQ(rungs::random_bits(0, 1), 0x6E789E6AA1B965F4U);
  EXPECT_EQ(rungs::random_bits(0, 2), 0x06C45D188009454FU);
}

TEST(RandomBelow, ReachesBothEndsAndNoFurther) {
  std::vector<unsigned> counts(7, 0);
  for (std::uint64_t index = 0; index < 7000; ++index) ++counts.at(rungs::random_below(3, index, 7));
  EXPECT_GT(*std::min_element(counts.begin(), counts.end()), 850U);
  EXPECT_LT(rungs::random_below(3, 5, std::uint64_t{1} << 32U), std::uint64_t{1} << 32U);
  EXPECT_EQ(rungs::random_below(3, 5, 1), 0U);
}

TEST(RandomWholeNumbers, DifferBetweenNeighboursAndSeeds) {
  for (const std::size_t width : {1U, 2U, 7U, 64U}) {
    std::vector<float> plane(width * 33);
    std::vector<float> other = plane;
    rungs::random_integers(plane, width, 1);
    rungs::random_integers(other, width, 2);
    EXPECT_NE(plane, other);
    for (std::size_t i = 0; i < plane.size(); ++i) {
      EXPECT_EQ(plane[i], std::floor(plane[i]));
      EXPECT_GE(plane[i], 1.0F);
      EXPECT_LE(plane[i], 16777216.0F);
      EXPECT_TRUE(i % width == 0 || plane[i] != plane[i - 1]) << "at " << i;
      EXPECT_TRUE(i < width || plane[i] != plane[i - width]) << "at " << i;
    }
  }
}

TEST(RandomWords, AreTheUpperHalfOfTheBitsOnAnyNumberOfThreads) {
  std::vector<std::uint32_t> words(1'000'003);
  rungs::random_words(words, 42);
  for (std::size_t i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], rungs::random_bits(42, i) >> 32U);
}

TEST(ForBands, CoversEveryRowOnce) {
  for (const std::size_t rows : {0U, 1U, 2U, 7U, 100U}) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      for (const std::size_t least : {0U, 1U, 3U, 1000U}) {
        std::vector<int> visits(rows, 0);
        rungs::for_bands(rows, least, threads, [&](std::size_t first, std::size_t last) {
          for (std::size_t row = first; row < last; ++row) ++visits[row];
        });
        EXPECT_EQ(visits, std::vector<int>(rows, 1)) << rows << " rows, " << threads << " threads, least " << least;
      }
    }
  }
}

}  // namespace
