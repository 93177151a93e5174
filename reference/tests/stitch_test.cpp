#include "reference/stitch.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <rungs/random.hpp>
#include <vector>
#include "reference/uv.hpp"

namespace {

using reference::LatticeVector;
using reference::Placement;

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

TEST(Stitch, AgreesWithTheDefinitionOnAnyNumberOfThreads) {
  // The last three are large enough that bands are really cut, with bands shorter and longer than the repeater.
  constexpr std::array shapes{Shape{1, 1, 1, 1},        Shape{1, 1, 17, 5},         Shape{5, 3, 1, 40},
                              Shape{3, 5, 40, 1},       Shape{7, 7, 7, 7},          Shape{16, 16, 31, 33},
                              Shape{97, 89, 61, 67},    Shape{100, 1, 250, 9},      Shape{1, 100, 9, 250},
                              Shape{32, 8, 96, 64},     Shape{101, 97, 1031, 2053}, Shape{16, 1500, 4099, 1021},
                              Shape{3, 2, 1, 1'500'000}};
  for (const Shape& s : shapes) {
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

using Plane = std::vector<float>;

struct Lattice {
  unsigned side;
  LatticeVector u, v;
  unsigned width, height;
};

Placement placement(const Plane& repeater, const Lattice& s) { return {repeater, s.side, s.u, s.v, s.width, s.height}; }

/// Whole numbers from 1 to 999, about one in four replaced by 0.
Plane speckled_repeater(unsigned side) {
  Plane repeater(std::size_t{side} * side);
  for (std::size_t i = 0; i < repeater.size(); ++i) {
    const bool hole = rungs::random_below(5, i, 4) == 0;
    repeater[i] = hole ? 0.0F : static_cast<float>(1 + rungs::random_below(6, i, 999));
  }
  return repeater;
}

/// The definition: for each pixel the values that cover it, from repetitions so many that all that touch the
/// target are among them.
std::vector<Plane> by_definition(const Plane& repeater, const Lattice& s) {
  std::vector<Plane> candidates(std::size_t{s.width} * s.height);
  const auto side = static_cast<int>(s.side);
  const auto width = static_cast<int>(s.width);
  const auto height = static_cast<int>(s.height);
  const int most = 2 * (width + height + 2 * side);
  for (int i = -most; i <= most; ++i) {
    for (int j = -most; j <= most; ++j) {
      const int left = i * s.u.x + j * s.v.x;
      const int top = i * s.u.y + j * s.v.y;
      for (int y = std::max(top, 0); y < std::min(top + side, height); ++y) {
        for (int x = std::max(left, 0); x < std::min(left + side, width); ++x) {
          const float value = repeater[(y - top) * side + x - left];
          if (value != 0) candidates[y * width + x].push_back(value);
        }
      }
    }
  }
  return candidates;
}

template <class Fill> Plane filled(const Fill& fill, const Plane& repeater, const Lattice& s, unsigned threads = 1) {
  Plane target(std::size_t{s.width} * s.height, std::numeric_limits<float>::quiet_NaN());
  fill(placement(repeater, s), target, threads);
  return target;
}

/// All kinds of lattices: rectangular, oblique either way, negative vectors, either handedness, rows without
/// points, a vector without x or without y, shorter and longer than the repeater.
constexpr std::array shapes{
    Lattice{1, {1, 0}, {0, 1}, 1, 1},      Lattice{5, {5, 0}, {0, 5}, 17, 13},   Lattice{4, {9, 0}, {0, 6}, 31, 20},
    Lattice{10, {9, 2}, {-1, 10}, 37, 41}, Lattice{10, {4, 1}, {-1, 5}, 29, 23}, Lattice{7, {15, 2}, {-2, 16}, 50, 40},
    Lattice{3, {-2, 4}, {6, 2}, 19, 21},   Lattice{6, {0, 4}, {7, 0}, 23, 18},   Lattice{6, {3, -6}, {-4, -2}, 20, 22},
    Lattice{9, {2, 7}, {3, 0}, 1, 60},     Lattice{9, {2, 7}, {3, 0}, 60, 1},    Lattice{25, {6, 4}, {-2, 8}, 7, 5},
    Lattice{8, {97, 13}, {-11, 103}, 5, 4}};

TEST(Uv, AgreesWithTheDefinition) {
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    SCOPED_TRACE("shape " + std::to_string(shape));
    const Lattice& s = shapes[shape];
    const Plane repeater = speckled_repeater(s.side);
    const auto candidates = by_definition(repeater, s);
    const Plane means = filled(reference::uv_mean, repeater, s);
    const Plane sums = filled(reference::uv_sum, repeater, s);
    const Plane values = filled(reference::uv_one_of, repeater, s);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      Plane expected = candidates[i];
      double total = 0;
      for (const float value : expected) total += value;
      ASSERT_EQ(sums[i], total) << i;
      ASSERT_EQ(means[i], expected.empty() ? 0 : static_cast<float>(total / static_cast<double>(expected.size()))) << i;
      ASSERT_TRUE(expected.empty() ? values[i] == 0
                                   : std::find(expected.begin(), expected.end(), values[i]) != expected.end())
          << i;
      Plane found = reference::uv_candidates(placement(repeater, s), static_cast<unsigned>(i % s.width),
                                             static_cast<unsigned>(i / s.width));
      std::sort(found.begin(), found.end());
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(found, expected) << i;
    }
  }
}

TEST(Uv, DoesNotDependOnTheNumberOfThreads) {
  // More than one piece a row, and bands that end within a row.
  const Lattice s{30, {9, 2}, {-5, 31}, 9001, 67};
  const Plane repeater = speckled_repeater(s.side);
  const Plane values = filled(reference::uv_one_of, repeater, s);
  for (const unsigned threads : {0U, 2U, 3U, 7U}) {
    for (const auto fill : {reference::uv_mean, reference::uv_sum, reference::uv_one_of})
      EXPECT_TRUE(filled(fill, repeater, s, threads) == filled(fill, repeater, s)) << threads;
    EXPECT_EQ(reference::uv_check_one_of(placement(repeater, s), values, threads).count, 0U) << threads;
  }
}

TEST(UvCheckOneOf, TakesAnyCandidateAndNothingElse) {
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    SCOPED_TRACE("shape " + std::to_string(shape));
    const Lattice& s = shapes[shape];
    const Plane repeater = speckled_repeater(s.side);
    const Placement placed = placement(repeater, s);
    const auto candidates = by_definition(repeater, s);
    Plane target(candidates.size());
    for (std::size_t choice = 0; choice < 4; ++choice) {
      for (std::size_t i = 0; i < target.size(); ++i) {
        const Plane& c = candidates[i];
        target[i] = c.empty() ? 0 : c[rungs::random_below(choice, i, c.size())];
      }
      ASSERT_EQ(reference::uv_check_one_of(placed, target).count, 0U);
    }
    const std::size_t wrong = target.size() / 2;
    for (const float bad : {0.0F, -1.0F, 0.5F, 5000.0F, std::numeric_limits<float>::infinity(),
                            std::numeric_limits<float>::quiet_NaN()}) {
      if (bad == 0 && candidates[wrong].empty()) continue;
      Plane damaged = target;
      damaged[wrong] = bad;
      const auto faults = reference::uv_check_one_of(placed, damaged);
      EXPECT_EQ(faults.count, 1U) << bad;
      EXPECT_EQ(faults.first, wrong) << bad;
      EXPECT_GT(faults.max_error, 0) << bad;
      EXPECT_EQ(std::isinf(faults.max_error), !std::isfinite(bad)) << bad;
    }
  }
}

TEST(UvCheckOneOf, CountsAllFaultsAndNamesTheFirst) {
  const Lattice s{30, {33, 2}, {-5, 31}, 5003, 101};
  const Plane repeater = speckled_repeater(s.side);
  Plane target = filled(reference::uv_one_of, repeater, s);
  for (const std::size_t i : {400'001U, 77U, 250'000U, 505'302U}) target[i] = 1000.5F;
  for (const unsigned threads : {0U, 1U, 3U, 5U}) {
    const auto faults = reference::uv_check_one_of(placement(repeater, s), target, threads);
    EXPECT_EQ(faults.count, 4U);
    EXPECT_EQ(faults.first, 77U);
  }
}

}  // namespace
