#include "reference/distance.hpp"
#include <gtest/gtest.h>
#include <rungs/random.hpp>
#include <vector>
#include "reference/distance_mask.hpp"

namespace {

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

}  // namespace
