#include "reference/profile_table.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace {

using reference::Profile;

std::vector<float> table_of(Profile profile, unsigned distance_max, std::uint64_t seed = 3) {
  std::vector<float> table(distance_max * distance_max + 1);
  reference::fill_profile(table, distance_max, profile, seed);
  return table;
}

TEST(ProfileTable, RisesFromZeroToTheLargestDistance) {
  for (const Profile profile : {Profile::bevel, Profile::step, Profile::dome}) {
    for (const unsigned distance_max : {1U, 2U, 7U, 15U, 255U}) {
      const auto table = table_of(profile, distance_max);
      EXPECT_EQ(table.front(), 0);
      EXPECT_EQ(table.back(), static_cast<float>(distance_max));
      EXPECT_TRUE(std::is_sorted(table.begin(), table.end()));
      EXPECT_EQ(table, table_of(profile, distance_max, 4)) << "a seed changed a shape";
    }
  }
}

TEST(ProfileTable, BevelIsTheDistance) {
  const auto table = table_of(Profile::bevel, 15);
  for (unsigned d = 0; d <= 15; ++d) EXPECT_EQ(table[d * d], static_cast<float>(d));
  EXPECT_FLOAT_EQ(table[2], std::sqrt(2.0F));
}

TEST(ProfileTable, StepHasFourTerraces) {
  const auto table = table_of(Profile::step, 8);
  EXPECT_EQ(std::set<float>(table.begin(), table.end()), (std::set<float>{0, 2, 4, 6, 8}));
  EXPECT_EQ(table[3], 0);  // sqrt(3) < 2
  EXPECT_EQ(table[4], 2);
  EXPECT_EQ(table[63], 6);
  const auto uneven = table_of(Profile::step, 15);
  EXPECT_EQ(uneven[14], 0);  // sqrt(14) < 3.75 < sqrt(15)
  EXPECT_EQ(uneven[15], 3.75F);
}

TEST(ProfileTable, DomeIsACircleAroundItsTop) {
  // A point at distance d lies at (R - d, height) from the circle's centre.
  const auto table = table_of(Profile::dome, 15);
  for (unsigned d = 0; d <= 15; ++d) {
    EXPECT_FLOAT_EQ(std::hypot(static_cast<float>(15 - d), table[d * d]), 15.0F);
  }
}

TEST(ProfileTable, RandomDependsOnTheSeedAndNeighboursDiffer) {
  const auto table = table_of(Profile::random, 15);
  EXPECT_NE(table, table_of(Profile::random, 15, 4));
  EXPECT_EQ(std::adjacent_find(table.begin(), table.end()), table.end());
}

}  // namespace
