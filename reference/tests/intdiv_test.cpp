#include "reference/intdiv.hpp"
#include <gtest/gtest.h>
#include <cstdint>
#include <rungs/random.hpp>
#include <vector>

namespace {

/// The same walk with the row and the column carried along: nothing is divided.
std::uint32_t checksum_without_division(const reference::IndexWalk& walk, std::uint64_t row, std::uint64_t column) {
  std::uint32_t checksum = 0;
  for (unsigned step = 0; step < walk.steps; ++step) {
    checksum = checksum * 31 + static_cast<std::uint32_t>(row ^ column);
    column += walk.stride + (column % 2);
    while (column >= walk.columns) {
      column -= walk.columns;
      ++row;
    }
  }
  return checksum;
}

TEST(WalkChecksum, OfAWalkByHand) {
  // 10 columns, from 17 by 4: (1, 7), 22 = (2, 2), 26 = (2, 6), 30 = (3, 0), 34 = (3, 4).
  constexpr std::uint32_t after_five = (((6 * 31 + 0) * 31 + 4) * 31 + 3) * 31 + 7;
  EXPECT_EQ(reference::walk_checksum({10, 4, 0}, 17), 0U);
  EXPECT_EQ(reference::walk_checksum({10, 4, 1}, 17), 6U);
  EXPECT_EQ(reference::walk_checksum({10, 4, 2}, 17), 6U * 31);
  EXPECT_EQ(reference::walk_checksum({10, 4, 5}, 17), after_five);
}

TEST(WalkChecksum, AgreesWithAWalkThatDividesNothing) {
  for (const std::uint64_t columns : {1U, 2U, 3U, 10U, 256U, 257U, 30336U, 65536U, 1000003U, 2147483647U}) {
    for (const std::uint64_t stride : {std::uint64_t{0}, std::uint64_t{1}, columns - 1, columns + 7}) {
      for (std::uint64_t trial = 0; trial < 8; ++trial) {
        const reference::IndexWalk walk{columns, stride, 300};
        const std::uint64_t row = rungs::random_bits(1, trial) >> 34U;
        const std::uint64_t column = rungs::random_below(2, trial, columns);
        EXPECT_EQ(reference::walk_checksum(walk, row * columns + column), checksum_without_division(walk, row, column))
            << columns << " columns, by " << stride << ", from (" << row << ", " << column << ")";
      }
    }
  }
}

TEST(WalkChecksums, TakesEachStartWithTheBase) {
  const reference::IndexWalk walk{30336, 256, 40};
  constexpr std::uint64_t base = std::uint64_t{1} << 40U;
  std::vector<std::uint32_t> starts(50'021);
  rungs::random_words(starts, 3);
  for (const unsigned threads : {0U, 1U, 2U, 3U, 7U}) {
    std::vector<std::uint32_t> checksums(starts.size(), 1);
    reference::walk_checksums(walk, base, starts, checksums, threads);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      ASSERT_EQ(checksums[i], reference::walk_checksum(walk, base + starts[i])) << "chain " << i;
    }
  }
}

TEST(WalkChecksums, OfNoWalk) { reference::walk_checksums({10, 4, 5}, 0, {}, {}); }

}  // namespace
