#include "reference/distance_mask.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <set>
#include <vector>
#include "reference/distance.hpp"

namespace {

using reference::Mask;
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

}  // namespace
