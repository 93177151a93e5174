// The selections of the GPU variants, in their own files, on all inputs of zeros and ones: minima and maxima
// that are right on those are right on all values. This does not hold for exchanges by additions, which are tried on
// all pairs of bytes.
#include <cuda_fp16.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <bit>
#include <rungs/core/typed_case.hpp>
#include <rungs/device.hpp>
#include "cases/median/case.hpp"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/four_rows.hpp"
#include "cases/median/gpu/pixels.hpp"
#include "cases/median/gpu/shared_columns.hpp"
#include "cases/median/gpu/sorted_columns.hpp"
#include "cases/median/gpu/two_rows.hpp"

namespace wide_tiles {
#include "cases/median/gpu/3x3_wide_tiles.cu"
}
namespace three_input {
#include "cases/median/gpu/3x3_three_input.cu"
}
namespace both_pipes {
#include "cases/median/gpu/5x5_both_pipes.cu"
}
namespace cross_v3 {
#include "cases/median/gpu/cross_v3.cu"
}
namespace cross_wide {
#include "cases/median/gpu/cross_wide_tiles.cu"
}
namespace cross_three {
#include "cases/median/gpu/cross_three_input.cu"
}

namespace {

/// Two lanes a word: the high one holds the opposite of the low one.
unsigned two_lanes(bool one) { return one ? 1U : 1U << 16; }

/// Checks `filter` on the four windows of all 4x4 pixels of zeros and ones.
template <class Filter> void expect_four_3x3(const Filter& filter) {
  for (unsigned input = 0; input < 1U << 16; ++input) {
    unsigned rows[4][4];
    for (unsigned i = 0; i < 16; ++i) rows[i / 4][i % 4] = two_lanes((input >> i & 1U) != 0);
    unsigned medians[2][2];
    filter(rows, medians[0], medians[1]);
    for (unsigned window = 0; window < 4; ++window) {
      unsigned ones = 0;
      for (unsigned i = 0; i < 9; ++i) ones += input >> ((i / 3 + window / 2) * 4 + i % 3 + window % 2) & 1U;
      ASSERT_EQ(medians[window / 2][window % 2], two_lanes(ones >= 5)) << "input " << input << " window " << window;
    }
  }
}

TEST(MedianWindows, FourOf3x3AreRightOnAllZerosAndOnes) {
  expect_four_3x3([](auto&... rows) { wide_tiles::TwoRows{}(rows...); });
  expect_four_3x3([](auto&... rows) { three_input::TwoRows{}(rows...); });
  expect_four_3x3([](auto&... rows) { median::ClampedTwoRows<>{}(rows...); });
}

TEST(MedianWindows, AddingOrdersAllPairsOfBytes) {
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      unsigned low = a << 16 | b;
      unsigned high = b << 16 | a;
      both_pipes::OrderByAdding{}(low, high);
      ASSERT_EQ(low, std::min(a, b) * 0x10001);
      ASSERT_EQ(high, std::max(a, b) * 0x10001);
    }
  }
}

/// Inputs, of all 32 of zeros and ones, for which `five` is wrong. `zero` and `one` have opposite values in
/// their lanes, so each lane sees all inputs.
template <class Five> unsigned wrong_fives(const Five& five, unsigned zero, unsigned one) {
  unsigned wrong = 0;
  for (unsigned input = 0; input < 32; ++input) {
    const auto value = [&](unsigned i) { return (input >> i & 1U) != 0 ? one : zero; };
    const unsigned expected = std::popcount(input) >= 3 ? one : zero;
    wrong += five(value(0), value(1), value(2), value(3), value(4)) == expected ? 0 : 1;
  }
  return wrong;
}

TEST(MedianWindows, FiveAreRightOnAllZerosAndOnes) {
  EXPECT_EQ(wrong_fives(cross_v3::median_of, 0x00010001, 0x01000100), 0U);
  EXPECT_EQ(wrong_fives(cross_wide::median_of, two_lanes(false), two_lanes(true)), 0U);
  EXPECT_EQ(wrong_fives(cross_three::median_of, two_lanes(false), two_lanes(true)), 0U);
  const auto a_step_less = [](unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
    return __vimin3_u16x2(__vimax3_u16x2(d, e, __vimin3_u16x2(a, b, c)), __vimax3_u16x2(a, b, c),
                          __vimax3_u16x2(c, __vminu2(a, b), d));
  };
  EXPECT_GT(wrong_fives(a_step_less, two_lanes(false), two_lanes(true)), 0U);
}

}  // namespace
