#include "reference/stitch.hpp"
#include <gtest/gtest.h>
#include <array>
#include <rungs/random.hpp>
#include <vector>

namespace {

struct Shape {
  unsigned repeater_width, repeater_height, width, height;
};

/// The definition, element by element.
std::vector<float> by_definition(const std::vector<float>& repeater, Shape s) {
  std::vector<float> target;
  for (unsigned y = 0; y < s.height; ++y) {
    for (unsigned x = 0; x < s.width; ++x) {
      target.push_back(repeater[(y % s.repeater_height) * s.repeater_width + x % s.repeater_width]);
    }
  }
  return target;
}

std::vector<float> random_repeater(Shape s) {
  std::vector<float> repeater(std::size_t{s.repeater_width} * s.repeater_height);
  rungs::random_integers(repeater, s.repeater_width, 7);
  return repeater;
}

std::vector<float> stitched(const std::vector<float>& repeater, Shape s, unsigned threads) {
  std::vector<float> target(std::size_t{s.width} * s.height, -1.0F);
  reference::stitch(repeater, s.repeater_width, s.repeater_height, target, s.width, s.height, threads);
  return target;
}

TEST(Stitch, TakesTheRepeaterRowMajor) {
  EXPECT_EQ(stitched({1, 2, 3, 4, 5, 6}, {3, 2, 4, 3}, 1), (std::vector<float>{1, 2, 3, 1, 4, 5, 6, 4, 1, 2, 3, 1}));
}

TEST(Stitch, AgreesWithTheDefinition) {
  constexpr std::array shapes{
      Shape{1, 1, 1, 1},     Shape{1, 1, 17, 5},    Shape{5, 3, 1, 40},    Shape{3, 5, 40, 1},    Shape{7, 7, 7, 7},
      Shape{16, 16, 31, 33}, Shape{97, 89, 61, 67}, Shape{100, 1, 250, 9}, Shape{1, 100, 9, 250}, Shape{32, 8, 96, 64}};
  for (const Shape& s : shapes) {
    const auto repeater = random_repeater(s);
    EXPECT_EQ(stitched(repeater, s, 1), by_definition(repeater, s)) << s.width << "x" << s.height;
  }
}

TEST(Stitch, DoesNotDependOnTheNumberOfThreads) {
  // Large enough that bands are really cut, with bands shorter and longer than the repeater.
  for (const Shape& s : {Shape{101, 97, 1031, 2053}, Shape{16, 1500, 4099, 1021}, Shape{3, 2, 1, 1'500'000}}) {
    const auto repeater = random_repeater(s);
    const auto expected = by_definition(repeater, s);
    for (const unsigned threads : {0U, 1U, 2U, 3U, 7U}) {
      EXPECT_TRUE(stitched(repeater, s, threads) == expected) << threads << " threads, " << s.width << "x" << s.height;
    }
  }
}

TEST(StitchMasked, WritesTheSameWhereTheMaskIsNotZeroAndNothingElse) {
  for (const Shape& s : {Shape{1, 1, 1, 1}, Shape{5, 3, 1, 40}, Shape{97, 89, 61, 67}, Shape{100, 1, 250, 9},
                         Shape{16, 1500, 4099, 151}}) {
    const auto repeater = random_repeater(s);
    const auto expected = by_definition(repeater, s);
    std::vector<std::uint8_t> mask(expected.size());
    for (std::size_t i = 0; i < mask.size(); ++i) {
      mask[i] = static_cast<std::uint8_t>(rungs::random_below(3, i, 2) * (1 + rungs::random_below(4, i, 255)));
    }
    for (const unsigned threads : {0U, 1U, 3U}) {
      std::vector<float> target(expected.size(), -1.0F);
      reference::stitch_masked(repeater, s.repeater_width, s.repeater_height, mask, target, s.width, s.height, threads);
      for (std::size_t i = 0; i < target.size(); ++i) ASSERT_EQ(target[i], mask[i] != 0 ? expected[i] : -1) << i;
    }
  }
}

}  // namespace
