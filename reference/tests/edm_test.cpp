#include "reference/edm.hpp"
#include <gtest/gtest.h>
#include <bit>
#include <cmath>
#include <rungs/random.hpp>
#include <vector>
#include "reference/half.hpp"

namespace {

/// 2n coordinates, multiples of 2^-24 in the unit interval times `scale`.
std::vector<float> random_points(std::size_t n, float scale = 1.0F) {
  std::vector<float> points;
  for (std::size_t i = 0; i < 2 * n; ++i) {
    points.push_back(static_cast<float>(rungs::random_bits(5, i) >> 40U) * 0x1p-24F * scale);
  }
  return points;
}

/// The whole matrix by another road than the check's: in long double and with hypot, rounded to float once.
std::vector<float> by_definition(const std::vector<float>& points) {
  using Wide = long double;
  const std::size_t n = points.size() / 2;
  std::vector<float> matrix;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      matrix.push_back(static_cast<float>(
          std::hypot(Wide{points[2 * i]} - Wide{points[2 * j]}, Wide{points[2 * i + 1]} - Wide{points[2 * j + 1]})));
    }
  }
  return matrix;
}

TEST(CheckEdm, TakesTheRowsFromOneSetAndTheColumnsFromAnother) {
  const std::vector<float> points{0, 0, 3, 4};
  const std::vector<float> columns{0, 8, 3, 0};
  const std::vector<float> matrix{8, 3, 5, 4};
  EXPECT_EQ(reference::point_distance(points, 1, columns, 0), 5);
  EXPECT_EQ(reference::check_edm(points, columns, 0, matrix, 1).mismatches, 0U);
  EXPECT_EQ(reference::check_edm(points, columns, 1, std::span(matrix).subspan(2), 1).mismatches, 0U);
  EXPECT_EQ(reference::check_edm(columns, points, 0, matrix, 1).mismatches, 2U) << "transposed";
  const std::vector<std::uint16_t> halves{0x4800, 0x4200, 0x4500, 0x4400};
  EXPECT_EQ(reference::check_edm_half(points, columns, 0, halves).mismatches, 0U);
  EXPECT_EQ(reference::check_edm_half(columns, points, 0, halves).mismatches, 2U) << "transposed";
}

TEST(CheckEdm, AcceptsFloatArithmeticFusedOrNot) {
  // Coordinates of two magnitudes, so that the differences are rounded as well.
  auto points = random_points(300);
  for (std::size_t i = 0; i < points.size(); i += 3) points[i] *= -0x1p20F;
  std::vector<float> plain;
  std::vector<float> fused;
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t j = 0; j < 300; ++j) {
      const volatile float dx = points[2 * i] - points[2 * j];
      const volatile float dy = points[2 * i + 1] - points[2 * j + 1];
      const volatile float xx = dx * dx;
      const volatile float yy = dy * dy;
      const volatile float sum = xx + yy;
      plain.push_back(std::sqrt(sum));
      fused.push_back(std::sqrt(std::fma(dx, dx, yy)));
    }
  }
  EXPECT_EQ(reference::check_edm(points, points, 0, plain, 3).mismatches, 0U);
  EXPECT_EQ(reference::check_edm(points, points, 0, fused, 3).mismatches, 0U);
  EXPECT_GT(reference::check_edm(points, points, 0, plain, 1).mismatches, 0U) << "the differences are not rounded";
}

TEST(CheckEdm, DoesNotDependOnTheNumberOfThreads) {
  const std::size_t n = 1500;
  const auto points = random_points(n, 100);
  auto matrix = by_definition(points);
  for (std::size_t i = 777; i < matrix.size(); i += 1001) matrix[i] += 1;
  const auto one = reference::check_edm(points, points, 0, matrix, 3, 1);
  EXPECT_EQ(one.first, 777U);
  for (const unsigned threads : {0U, 2U, 3U, 8U}) {
    const auto many = reference::check_edm(points, points, 0, matrix, 3, threads);
    EXPECT_EQ(many.mismatches, one.mismatches);
    EXPECT_EQ(many.first, one.first);
    EXPECT_EQ(many.max_error, one.max_error);
  }
}

/// The half that is nearest to `value`, found by search; the even one of two. For values from 0 on.
std::uint16_t nearest_half(double value) {
  if (value >= reference::half_overflow) return 0x7C00;
  std::uint16_t best = 0;
  for (std::uint16_t bits = 0; bits < 0x7C00; ++bits) {
    const double error = std::fabs(reference::half_value(bits) - value);
    const double least = std::fabs(reference::half_value(best) - value);
    if (error < least || (error == least && bits % 2 == 0)) best = bits;
  }
  return best;
}

/// The whole matrix in half precision.
std::vector<std::uint16_t> halves_of(const std::vector<float>& points) {
  std::vector<std::uint16_t> matrix;
  for (const float distance : by_definition(points)) matrix.push_back(nearest_half(distance));
  return matrix;
}

TEST(Half, HasTheCompilersValue) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const auto expected = static_cast<float>(std::bit_cast<_Float16>(half));
    const float value = reference::half_value(half);
    ASSERT_TRUE(value == expected || (std::isnan(value) && std::isnan(expected))) << bits;
  }
  EXPECT_EQ(reference::half_value(0x7BFF), reference::largest_half);
}

TEST(CheckEdmHalf, AcceptsTheNearestHalfAndRefusesANeighbour) {
  for (const float scale : {0x1p-20F, 1000.0F, 0x1p17F}) {
    const auto points = random_points(17, scale);
    EXPECT_EQ(reference::check_edm_half(points, points, 0, halves_of(points)).mismatches, 0U) << scale;
  }
  const auto points = random_points(12);
  const auto right = halves_of(points);
  for (const int step : {-1, 1}) {
    auto matrix = right;
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      // Beyond the nearest half by a whole unit in the last place.
      if (matrix[i] != 0) matrix[i] = static_cast<std::uint16_t>(matrix[i] + 2 * step);
    }
    EXPECT_EQ(reference::check_edm_half(points, points, 0, matrix).mismatches, 12U * 11U);
  }
}

TEST(CheckEdmHalf, WantsZeroForZeroAndInfinityOnlyBeyondTheRange) {
  const std::vector<float> points{0, 0, 0, 0, 65519, 0, 65520, 0, 1e6F, 0};
  const auto row = [&](std::initializer_list<unsigned> bits) {
    std::vector<std::uint16_t> halves;
    for (const unsigned each : bits) halves.push_back(static_cast<std::uint16_t>(each));
    return reference::check_edm_half(points, points, 0, halves);
  };
  EXPECT_EQ(row({0, 0, 0x7BFF, 0x7C00, 0x7C00}).mismatches, 0U);
  EXPECT_EQ(row({0, 0x8000, 0x7BFF, 0x7BFF, 0x7C00}).mismatches, 0U);
  EXPECT_EQ(row({0, 1, 0x7BFF, 0x7C00, 0x7C00}).first, 1U);
  EXPECT_EQ(row({0, 0, 0x7C00, 0x7C00, 0x7C00}).first, 2U);
  EXPECT_EQ(row({0, 0, 0x7BFF, 0x7C00, 0x7BFF}).first, 4U);
  EXPECT_EQ(row({0, 0, 0x7BFF, 0x7C01, 0x7C00}).first, 3U);
}

}  // namespace
