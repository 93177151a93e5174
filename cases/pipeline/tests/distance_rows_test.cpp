// Squared distances of one row, for every reach and for pieces that do not fill the vectors.
#include "cases/pipeline/tree/distance_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

namespace pipeline {
namespace {

TEST(DistanceRows, AreTheDefinition) {
  std::mt19937 random(3);
  for (const std::uint32_t most : {1U, 2U, 3U, 15U, 64U, 65U, 127U}) {
    DistanceRows rows(most);
    const std::uint32_t reach = most - 1;
    for (const std::uint32_t count : {1U, 2U, 31U, 33U, 1000U, distance_columns}) {
      std::vector<std::vector<std::uint16_t>> squares(2 * reach + 1,
                                                      std::vector<std::uint16_t>(distance_columns));
      for (auto& row : squares) {
        std::vector<std::uint8_t> white(count +
                                        2 * std::size_t{reach});  // no pixel more: nothing else is read
        for (auto& pixel : white)
          pixel = random() % 40 == 0 ? static_cast<std::uint8_t>(1 + random() % 255) : 0;
        rows.along(white.data(), count, row.data());
        for (std::uint32_t x = 0; x < count; ++x) {
          std::uint32_t least = most * most;
          for (std::uint32_t at = x; at <= x + 2 * reach; ++at) {
            const auto away = static_cast<std::uint32_t>(std::abs(static_cast<int>(at - x - reach)));
            if (white[at] != 0) least = std::min(least, away * away);
          }
          ASSERT_EQ(row[x], least) << "R " << most << ", pixel " << x << " of " << count;
        }
      }
      std::vector<const std::uint16_t*> all;
      for (const auto& row : squares) all.push_back(row.data());
      std::vector<std::uint16_t> nearest(distance_columns);
      rows.across(all.data(), count, nearest.data());
      for (std::uint32_t x = 0; x < count; ++x) {
        std::uint32_t least = most * most;
        for (std::uint32_t y = 0; y <= 2 * reach; ++y) {
          const auto away = static_cast<std::uint32_t>(std::abs(static_cast<int>(y - reach)));
          least = std::min(least, squares[y][x] + away * away);
        }
        ASSERT_EQ(nearest[x], least) << "R " << most << ", pixel " << x << " of " << count;
      }
    }
  }
}

}  // namespace
}  // namespace pipeline
