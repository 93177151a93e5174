#include "reference/height_map.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <rungs/random.hpp>
#include <vector>

namespace {

using reference::Measure;
using reference::measure_heights;

constexpr Measure all_measures[] = {Measure::volume, Measure::surface, Measure::projected};

/// Heights from -8 to 8.
std::vector<float> random_heights(std::size_t count) {
  std::vector<float> heights(count);
  for (std::size_t i = 0; i < count; ++i) {
    heights[i] = static_cast<float>(rungs::random_bits(7, i) >> 40U) * 0x1p-20F - 8.0F;
  }
  return heights;
}

TEST(MeasureHeights, OfAPlaneIsKnown) {
  // Height 2x + 2y on 5 x 4 pixels: every triangle has the area sqrt(1 + 4 + 4) / 2.
  std::vector<float> heights;
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 5; ++x) heights.push_back(static_cast<float>(2 * x + 2 * y));
  }
  EXPECT_EQ(measure_heights(heights, 5, Measure::surface).value, 4 * 3 * 3);
  EXPECT_EQ(measure_heights(heights, 5, Measure::volume).value, 2 * (4 * 10) + 2 * (5 * 6));
  EXPECT_EQ(measure_heights(heights, 5, Measure::projected).value, 19);
}

TEST(MeasureHeights, DiagonalRunsFromUpperRightToLowerLeft) {
  // A corner that is no end of the diagonal is in one triangle, one that is an end in both.
  const double one = 0.5 * std::sqrt(1.0 + 9 + 9) + 0.5;
  const double two = std::sqrt(1.0 + 9);
  const double expected[] = {one, two, two, one};
  for (unsigned corner = 0; corner < 4; ++corner) {
    std::vector<float> heights(4, 0.0F);
    heights[corner] = 3;
    EXPECT_DOUBLE_EQ(measure_heights(heights, 2, Measure::surface).value, expected[corner]) << corner;
  }
}

TEST(MeasureHeights, OneRowOrColumnHasNoSurface) {
  const auto heights = random_heights(9);
  EXPECT_EQ(measure_heights(heights, 9, Measure::surface).value, 0);
  EXPECT_EQ(measure_heights(heights, 1, Measure::surface).value, 0);
}

TEST(MeasureHeights, GroundAndWhatIsBelowHaveNoProjection) {
  EXPECT_EQ(measure_heights(std::vector<float>{0, -1, -0.0F, 1e-30F}, 2, Measure::projected).value, 1);
}

TEST(MeasureHeights, DoesNotDependOnTheThreads) {
  const auto heights = random_heights(std::size_t{1031} * 517);
  for (const Measure measure : all_measures) {
    const auto one = measure_heights(heights, 1031, measure, 1);
    for (const unsigned threads : {0U, 2U, 3U, 8U}) {
      EXPECT_EQ(measure_heights(heights, 1031, measure, threads).value, one.value);
      EXPECT_EQ(measure_heights(heights, 1031, measure, threads).magnitude, one.magnitude);
    }
  }
}

TEST(MeasureHeights, BoundHoldsForFloatsWithTheWorstRootsAllowed) {
  const unsigned width = 1025;
  const auto heights = random_heights(2 * width);
  // A chain of 1024 cells, with roots that are 5 roundings too large.
  float sum = 0;
  for (unsigned x = 0; x + 1 < width; ++x) {
    const float *const row = heights.data() + x, *const below = row + width;
    const auto twice = [](float across, float down) {
      return std::sqrt(1 + across * across + down * down) * (1 + 5 * 0x1p-24F);
    };
    sum += 0.5F * (twice(row[1] - row[0], below[0] - row[0]) + twice(below[1] - below[0], below[1] - row[1]));
  }
  const auto exact = measure_heights(heights, width, Measure::surface);
  EXPECT_LE(std::fabs(sum - exact.value), exact.bound());
  EXPECT_LT(exact.bound(), 1e-4 * exact.value);
}

TEST(MeasureHeights, BoundFindsAMissingTerm) {
  auto heights = random_heights(40 * 40);
  heights.back() = 5;
  const float corner[] = {heights[38 * 40 + 38], heights[38 * 40 + 39], heights[39 * 40 + 38], 5};
  EXPECT_GT(5, measure_heights(heights, 40, Measure::volume).bound());
  EXPECT_GT(1, measure_heights(heights, 40, Measure::projected).bound());
  EXPECT_GT(measure_heights(corner, 2, Measure::surface).value, measure_heights(heights, 40, Measure::surface).bound());
}

TEST(MeasureHeights, ProjectionIsExactUpToTwoToThe24) {
  const reference::HeightMeasure small{.value = 0x1p24, .magnitude = 0x1p24, .measure = Measure::projected};
  const reference::HeightMeasure large{.value = 0x1p25, .magnitude = 0x1p25, .measure = Measure::projected};
  EXPECT_EQ(small.bound(), 0);
  EXPECT_GT(large.bound(), 0);
}

}  // namespace
