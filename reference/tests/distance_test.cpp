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
}

TEST(DistanceMask, HoldsEveryValueThatCountsAsWhite) {
  const Image image = painted(200, 200, Mask::full);
  EXPECT_EQ(std::set<int>(image.begin(), image.end()).size(), 255U);
}

TEST(DistanceMask, MakesBlobsOfDiscs) {
  // Opened by a disc a little smaller than the smallest, the blobs stay: within 11 pixels of each white one
  // lies one with no black nearer than 9. Not at the border, beyond which the middle of a disc may lie.
  constexpr unsigned side = 500;
  constexpr unsigned border = 40;
  const Image image = painted(side, side, Mask::blobs);
  Image inverse;
  for (const std::uint8_t pixel : image) inverse.push_back(pixel == 0 ? 1 : 0);
  std::vector<std::uint32_t> squared(image.size());
  reference::bounded_distance(inverse, side, side, 15, squared);
  Image deep;
  for (const std::uint32_t to_black : squared) deep.push_back(to_black >= 9 * 9 ? 1 : 0);
  reference::bounded_distance(deep, side, side, 15, squared);
  for (unsigned y = border; y < side - border; ++y) {
    for (unsigned x = border; x < side - border; ++x) {
      const std::size_t i = std::size_t{y} * side + x;
      EXPECT_TRUE(image[i] == 0 || squared[i] <= 11 * 11) << x << ", " << y;
    }
  }
}

TEST(DistanceMask, HasBlobsEverywhere) {
  constexpr std::size_t side = 500;
  constexpr std::size_t part = 100;
  const Image image = painted(side, side, Mask::blobs);
  for (std::size_t top = 0; top < side; top += part) {
    for (std::size_t left = 0; left < side; left += part) {
      std::set<bool> colours;
      for (std::size_t y = top; y < top + part; ++y) {
        for (std::size_t x = left; x < left + part; ++x) colours.insert(image[y * side + x] != 0);
      }
      EXPECT_EQ(colours.size(), 2U) << left << ", " << top;
    }
  }
}

TEST(DistanceMask, DependsOnTheSeedAndNotOnTheThreads) {
  for (const Mask mask : {Mask::blobs, Mask::noise1, Mask::noise50, Mask::edge, Mask::single}) {
    const Image image = painted(1021, 1531, mask, 1, 1);
    EXPECT_TRUE(painted(1021, 1531, mask, 1, 3) == image) << static_cast<int>(mask);
    EXPECT_TRUE(painted(1021, 1531, mask, 1, 5) == image) << static_cast<int>(mask);
    EXPECT_FALSE(painted(1021, 1531, mask, 2, 1) == image) << static_cast<int>(mask);
  }
}

using Image = std::vector<std::uint8_t>;
using Plane = std::vector<std::uint32_t>;

struct Shape {
  unsigned width, height, distance_max;
};

Plane bounded(const Image& image, Shape s, unsigned threads = 1) {
  Plane out(image.size(), 0xA5A5A5A5U);
  reference::bounded_distance(image, s.width, s.height, s.distance_max, out, threads);
  return out;
}

Image painted(Shape s, reference::Mask mask, std::uint64_t seed = 5) {
  Image image(std::size_t{s.width} * s.height, 0xA5);
  reference::paint_mask(image, s.width, mask, seed);
  return image;
}

TEST(BoundedDistance, GrowsWithTheSquareUpToTheLimit) {
  EXPECT_EQ(bounded({0, 0, 255, 0, 0, 0, 0}, {7, 1, 3}), (Plane{4, 1, 0, 1, 4, 9, 9}));
  EXPECT_EQ(bounded({0, 0, 1, 0, 0, 0, 0}, {1, 7, 3}), (Plane{4, 1, 0, 1, 4, 9, 9}));
}

TEST(BoundedDistance, TakesTheNearestInTwoDimensions) {
  EXPECT_EQ(bounded({7, 0, 0,  //
                     0, 0, 0,  //
                     0, 0, 0,  //
                     0, 2, 0},
                    {3, 4, 3}),
            (Plane{0, 1, 4,  //
                   1, 2, 5,  //
                   2, 1, 2,  //
                   1, 0, 1}));
}

TEST(BoundedDistance, IsTheLimitWhereNothingIsWhite) {
  EXPECT_EQ(bounded({0, 0, 0, 0}, {2, 2, 15}), (Plane{225, 225, 225, 225}));
  EXPECT_EQ(bounded({0}, {1, 1, 255}), (Plane{65025}));
  EXPECT_EQ(bounded({9}, {1, 1, 1}), (Plane{0}));
}

TEST(BoundedDistance, ReachesTheLongestDistanceAndNoFurther) {
  Image image(600, 0);
  image[300] = 1;
  for (const Shape& s : {Shape{600, 1, 255}, Shape{1, 600, 255}}) {
    const Plane out = bounded(image, s);
    EXPECT_EQ(out[300 + 254], 254U * 254U);
    EXPECT_EQ(out[300 - 254], 254U * 254U);
    EXPECT_EQ(out[300 + 255], 65025U);
    EXPECT_EQ(out[300 - 256], 65025U);
  }
}

TEST(BoundedDistance, DoesNotDependOnTheNumberOfThreads) {
  // Large enough that bands are really cut; wider than what is combined at a time.
  for (const Shape& s : {Shape{701, 803, 15}, Shape{5003, 301, 7}, Shape{97, 2111, 100}}) {
    for (const auto mask : {reference::Mask::noise1, reference::Mask::blobs}) {
      const Image image = painted(s, mask);
      const Plane expected = bounded(image, s, 1);
      for (const unsigned threads : {0U, 2U, 3U, 7U}) {
        EXPECT_TRUE(bounded(image, s, threads) == expected) << threads << " threads, " << s.width << "x" << s.height;
      }
    }
  }
}

TEST(DistanceProfile, AgreesWithTheDistance) {
  const Shape s{103, 89, 15};
  const Image image = painted(s, reference::Mask::noise1);
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
