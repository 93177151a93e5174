// The medians of five: on all inputs of zeros and ones. Minima and maxima, of two values or of three, that
// are right on those are right on all values.
#include "cases/median/gpu/cross.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <rungs/core/typed_case.hpp>

#include "cases/median/gpu/network_walk.hpp"

namespace {

/// Inputs, of all 32 of zeros and ones, for which `five` is wrong. `zero` and `one` have opposite values in
/// their lanes, so each lane sees all inputs.
template <class Five>
unsigned wrong_inputs(Five five, unsigned zero, unsigned one) {
  unsigned wrong = 0;
  for (unsigned input = 0; input < 32; ++input) {
    const auto value = [&](unsigned i) { return (input >> i & 1U) != 0 ? one : zero; };
    const unsigned expected = std::popcount(input) >= 3 ? one : zero;
    wrong += five(value(0), value(1), value(2), value(3), value(4)) == expected ? 0 : 1;
  }
  return wrong;
}

constexpr unsigned zero = 0x00010000;
constexpr unsigned one = 0x00000001;

TEST(MedianCross, FiveAreRightOnAllZerosAndOnes) {
  EXPECT_EQ(wrong_inputs(median::FiveByExchanges<median::OrderLanes>{}, zero, one), 0U);
  EXPECT_EQ(wrong_inputs(median::FiveByExchanges<median::OrderBytes>{}, 0x00010001, 0x01000100), 0U);
  EXPECT_EQ(wrong_inputs(median::FiveByThreeInputs{}, zero, one), 0U);
}

TEST(MedianCross, AStepLessIsSeen) {
  const auto without_the_last = [](unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
    return median::smallest_of(median::largest_of(d, e, median::smallest_of(a, b, c)),
                               median::largest_of(a, b, c),
                               median::largest_of(c, median::smallest_of(a, b, b), d));
  };
  EXPECT_GT(wrong_inputs(without_the_last, zero, one), 0U);
}

TEST(MedianCross, TakesThePixelsOfTheCross) {
  // Of four rows of one window's three columns, one pixel after the other is 1 where two others are.
  for (unsigned lit = 0; lit < 12; ++lit) {
    for (unsigned first = 0; first < 12; ++first) {
      for (unsigned second = 0; second < first; ++second) {
        unsigned rows[4][3] = {};
        for (const unsigned i : {lit, first, second}) rows[i / 3][i % 3] = one;
        unsigned medians[2][1];
        median::MediansOfCrosses<median::FiveByThreeInputs>::filter(rows, medians[0], medians[1]);
        for (unsigned y = 0; y < 2; ++y) {
          const unsigned ones =
              rows[y][1] + rows[y + 1][0] + rows[y + 1][1] + rows[y + 1][2] + rows[y + 2][1];
          ASSERT_EQ(medians[y][0], ones >= 3 ? one : 0) << lit << ", " << first << ", " << second;
        }
      }
    }
  }
}

}  // namespace
