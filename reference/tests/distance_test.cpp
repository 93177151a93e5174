#include "reference/distance.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <rungs/random.hpp>
#include <set>
#include <vector>
#include "reference/distance_mask.hpp"
#include "reference/profile_table.hpp"

namespace {

using reference::Mask;
using reference::Profile;

using Image = std::vector<std::uint8_t>;

using Plane = std::vector<std::uint32_t>;

Image painted(std::size_t width, std::size_t height, Mask mask, std::uint64_t seed = 1, unsigned threads = 0) {
  Image image(width * height, 0xA5);
  reference::paint_mask(image, width, mask, seed, threads);
  return image;
}

double white_share(const Image& image) {
  const auto black = std::count(image.begin(), image.end(), 0);
  return 1 - static_cast<double>(black) / static_cast<double>(image.size());
}

TEST(DistanceMask, HasTheShareOfWhiteThatItsNameSays) {
  EXPECT_NEAR(white_share(painted(2000, 2000, Mask::blobs)), 0.5, 0.03);
  EXPECT_NEAR(white_share(painted(1000, 1000, Mask::noise1)), 0.01, 0.001);
  EXPECT_NEAR(white_share(painted(1000, 1000, Mask::noise50)), 0.5, 0.005);
  EXPECT_EQ(white_share(painted(100, 70, Mask::edge)), 0.5);
  EXPECT_EQ(white_share(painted(101, 103, Mask::empty)), 0);
  EXPECT_EQ(white_share(painted(101, 103, Mask::full)), 1);
  const Image single = painted(101, 103, Mask::single);
  EXPECT_EQ(std::count(single.begin(), single.end(), 0), 101 * 103 - 1);
  const Image full = painted(200, 200, Mask::full);
  EXPECT_EQ(std::set<int>(full.begin(), full.end()).size(), 255U) << "every value that counts as white";
}

TEST(DistanceMask, DependsOnTheSeedAndNotOnTheThreads) {
  for (const Mask mask : {Mask::blobs, Mask::noise1, Mask::noise50, Mask::edge, Mask::single}) {
    const Image image = painted(1021, 1531, mask, 1, 1);
    EXPECT_TRUE(painted(1021, 1531, mask, 1, 3) == image) << static_cast<int>(mask);
    EXPECT_TRUE(painted(1021, 1531, mask, 1, 5) == image) << static_cast<int>(mask);
    EXPECT_FALSE(painted(1021, 1531, mask, 2, 1) == image) << static_cast<int>(mask);
  }
}

struct Shape {
  unsigned width, height, distance_max;
};

Plane bounded(const Image& image, Shape s, unsigned threads = 1) {
  Plane out(image.size(), 0xA5A5A5A5U);
  reference::bounded_distance(image, s.width, s.height, s.distance_max, out, threads);
  return out;
}

TEST(BoundedDistance, DoesNotDependOnTheNumberOfThreads) {
  // Large enough that bands are really cut; wider than what is combined at a time.
  for (const Shape& s : {Shape{701, 803, 15}, Shape{5003, 301, 7}, Shape{97, 2111, 100}}) {
    for (const auto mask : {Mask::noise1, Mask::blobs}) {
      const Image image = painted(s.width, s.height, mask);
      const Plane expected = bounded(image, s, 1);
      for (const unsigned threads : {0U, 2U, 3U, 7U}) {
        EXPECT_TRUE(bounded(image, s, threads) == expected) << threads << " threads, " << s.width << "x" << s.height;
      }
    }
  }
}

TEST(DistanceProfile, AgreesWithTheDistance) {
  const Shape s{103, 89, 15};
  const Image image = painted(s.width, s.height, Mask::noise1);
  std::vector<float> table(226);
  rungs::random_integers(table, table.size(), 3);
  std::vector<float> expected;
  for (const std::uint32_t squared : bounded(image, s)) expected.push_back(table[squared]);
  std::vector<float> z(image.size());
  reference::distance_profile(image, s.width, s.height, s.distance_max, table, z);
  EXPECT_EQ(z, expected);
}

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

TEST(ProfileTable, IsADistanceTerracesOrACircle) {
  const auto bevel = table_of(Profile::bevel, 15);
  const auto dome = table_of(Profile::dome, 15);
  for (unsigned d = 0; d <= 15; ++d) {
    EXPECT_EQ(bevel[d * d], static_cast<float>(d));
    // A point at distance d lies at (R - d, height) from the circle's centre.
    EXPECT_FLOAT_EQ(std::hypot(static_cast<float>(15 - d), dome[d * d]), 15.0F);
  }
  const auto steps = table_of(Profile::step, 15);
  EXPECT_EQ(std::set<float>(steps.begin(), steps.end()), (std::set<float>{0, 3.75, 7.5, 11.25, 15}));
  EXPECT_EQ(steps[14], 0);  // sqrt(14) < 3.75 < sqrt(15)
  EXPECT_EQ(steps[15], 3.75F);
}

TEST(ProfileTable, RandomDependsOnTheSeedAndNeighboursDiffer) {
  const auto table = table_of(Profile::random, 15);
  EXPECT_NE(table, table_of(Profile::random, 15, 4));
  EXPECT_EQ(std::adjacent_find(table.begin(), table.end()), table.end());
}

}  // namespace
