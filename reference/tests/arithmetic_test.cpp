#include "reference/arithmetic.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <rungs/parallel.hpp>
#include <rungs/random.hpp>
#include <vector>
#include "reference/intdiv.hpp"

namespace {

using reference::Arithmetic;
using reference::arithmetic_end;
using reference::arithmetic_operands;

TEST(Arithmetic, OfTwoStepsByHand) {
  const auto end = [](Arithmetic operation, std::uint32_t start) { return arithmetic_end(operation, start, 2); };
  const std::uint32_t a = arithmetic_operands(Arithmetic::add).a;
  const std::uint32_t b = arithmetic_operands(Arithmetic::multiply_add).b;
  EXPECT_EQ(end(Arithmetic::add, 6), 7U + a + a) << "7, a, 7 + a, a + 7 + a";
  EXPECT_EQ(end(Arithmetic::multiply, 6), 7U * a * a);
  EXPECT_EQ(end(Arithmetic::multiply_add, 6), (6U * a + b) * a + b);
  EXPECT_EQ(end(Arithmetic::minimum, 0x7FFFFFFFU), 0x40000000U);
  EXPECT_EQ(end(Arithmetic::minimum, 0x80000000U), 0xC0000000U) << "signed";
  EXPECT_EQ(end(Arithmetic::minimum_3, 0x80000000U), 0xC0000000U);
  EXPECT_EQ(end(Arithmetic::shift, 0xFFFFFFFFU), 0x1FFFFFFFU);
  EXPECT_EQ(end(Arithmetic::funnel_shift, 0x80000001U), 0x00006000U);
  EXPECT_EQ(end(Arithmetic::packed_minimum, 0xFFFF0000U), 0xC0003000U);
  EXPECT_EQ(end(Arithmetic::packed_minimum_3, 0xFFFF0000U), 0xC0003000U);
  EXPECT_EQ(end(Arithmetic::float_add, 0), 1.0F + 0.001F + 0.001F);
  EXPECT_EQ(end(Arithmetic::float_multiply, 0), 0x1.00001p0F * 0x1.00001p0F);
  EXPECT_EQ(end(Arithmetic::float_fma, 0), std::fma(std::fma(1.0F, 0.999F, 0.003F), 0.999F, 0.003F));
  EXPECT_EQ(end(Arithmetic::reciprocal_root, 0x80000000U), std::pow(1.5, 0.25));
  EXPECT_NEAR(end(Arithmetic::root, 0x80000000U), std::pow(1.5, 0.25), 1e-15);
  EXPECT_EQ(end(Arithmetic::exp2, 0), std::exp2(-0.5));
  EXPECT_EQ(end(Arithmetic::divide, 0x00020000U), 0xFFFFFFF1U / (0xFFFFFFF1U / 3U));
  EXPECT_EQ(end(Arithmetic::convert, 0x02000003U << 2U), 0x02000004U) << "26 bits, rounded to 24";
  EXPECT_EQ(arithmetic_end(Arithmetic::convert, 12, 1), std::bit_cast<std::uint32_t>(3.0F));
}

TEST(Arithmetic, RoundsHalvesOnce) {
  // Lanes 1 * 0x3BFE + 2^-10 = 1 and 1 * 0x3BFD + 2^-9 = 1.00048828125, half a unit above 1: the even one.
  EXPECT_EQ(arithmetic_end(Arithmetic::half2_fma, 0, 1), 0x3C003C00U);
  // The largest fractions: 1.9990234375 * a + b is 1.998047828674 and 1.998048305511 before rounding.
  EXPECT_EQ(arithmetic_end(Arithmetic::half2_fma, 0x03FF03FFU, 1), 0x3FFE3FFEU);
}

TEST(Arithmetic, AddsIntegersInHalves) {
  EXPECT_EQ(arithmetic_end(Arithmetic::half2_add, 0xFFFFFFFFU, 1), 0x07D003A1U);
  EXPECT_EQ(arithmetic_end(Arithmetic::half2_add, 0xFFFFFFFFU, 2), 0x007F007FU);
}

TEST(Arithmetic, TheNumberOfThreadsChangesNothing) {
  const std::vector<std::uint32_t> starts{1, 0x80000000U, 0xFFFFFFFFU, 12345, 0};
  std::vector<double> one(starts.size());
  std::vector<double> many(starts.size());
  for (std::size_t i = 0; i < reference::arithmetic_names.size(); ++i) {
    const auto operation = static_cast<Arithmetic>(i);
    reference::arithmetic_ends(operation, 1U << 18U, starts, one, 1);
    reference::arithmetic_ends(operation, 1U << 18U, starts, many, 3);
    EXPECT_EQ(one, many) << reference::arithmetic_names[i];
    for (const double end : one) EXPECT_TRUE(std::isfinite(end)) << reference::arithmetic_names[i];
  }
}

TEST(WalkChecksum, OfAWalkByHand) {
  // 10 columns, from 17 by 4: (1, 7), 22 = (2, 2), 26 = (2, 6), 30 = (3, 0), 34 = (3, 4).
  constexpr std::uint32_t after_five = (((6 * 31 + 0) * 31 + 4) * 31 + 3) * 31 + 7;
  EXPECT_EQ(reference::walk_checksum({10, 4, 0}, 17), 0U);
  EXPECT_EQ(reference::walk_checksum({10, 4, 1}, 17), 6U);
  EXPECT_EQ(reference::walk_checksum({10, 4, 2}, 17), 6U * 31);
  EXPECT_EQ(reference::walk_checksum({10, 4, 5}, 17), after_five);
}

TEST(WalkChecksums, TakesEachStartWithTheBase) {
  const reference::IndexWalk walk{30336, 256, 40};
  constexpr std::uint64_t base = std::uint64_t{1} << 40U;
  std::vector<std::uint32_t> starts(50'021);
  rungs::random_words(starts, 3);
  for (const unsigned threads : {0U, 1U, 2U, 3U, 7U}) {
    std::vector<std::uint32_t> checksums(starts.size(), 1);
    reference::walk_checksums(walk, base, starts, checksums, threads);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      ASSERT_EQ(checksums[i], reference::walk_checksum(walk, base + starts[i])) << "chain " << i;
    }
  }
}

TEST(RandomBits, AreTheSameOnEveryMachine) {
  // Seed 0 is SplitMix64's own sequence from state 0, whose first values are published.
  EXPECT_EQ(rungs::random_bits(0, 0), 0xE220A8397B1DCDAFU);
  EXPECT_EQ(rungs::random_bits(0, 1), 0x6E789E6AA1B965F4U);
  EXPECT_EQ(rungs::random_bits(0, 2), 0x06C45D188009454FU);
}

TEST(RandomBelow, ReachesBothEndsAndNoFurther) {
  std::vector<unsigned> counts(7, 0);
  for (std::uint64_t index = 0; index < 7000; ++index) ++counts.at(rungs::random_below(3, index, 7));
  EXPECT_GT(*std::min_element(counts.begin(), counts.end()), 850U);
  EXPECT_LT(rungs::random_below(3, 5, std::uint64_t{1} << 32U), std::uint64_t{1} << 32U);
  EXPECT_EQ(rungs::random_below(3, 5, 1), 0U);
}

TEST(RandomWholeNumbers, DifferBetweenNeighboursAndSeeds) {
  for (const std::size_t width : {1U, 2U, 7U, 64U}) {
    std::vector<float> plane(width * 33);
    std::vector<float> other = plane;
    rungs::random_integers(plane, width, 1);
    rungs::random_integers(other, width, 2);
    EXPECT_NE(plane, other);
    for (std::size_t i = 0; i < plane.size(); ++i) {
      EXPECT_EQ(plane[i], std::floor(plane[i]));
      EXPECT_GE(plane[i], 1.0F);
      EXPECT_LE(plane[i], 16777216.0F);
      EXPECT_TRUE(i % width == 0 || plane[i] != plane[i - 1]) << "at " << i;
      EXPECT_TRUE(i < width || plane[i] != plane[i - width]) << "at " << i;
    }
  }
}

TEST(RandomWords, AreTheUpperHalfOfTheBitsOnAnyNumberOfThreads) {
  std::vector<std::uint32_t> words(1'000'003);
  rungs::random_words(words, 42);
  for (std::size_t i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], rungs::random_bits(42, i) >> 32U);
}

TEST(ForBands, CoversEveryRowOnce) {
  for (const std::size_t rows : {0U, 1U, 2U, 7U, 100U}) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      for (const std::size_t least : {0U, 1U, 3U, 1000U}) {
        std::vector<int> visits(rows, 0);
        rungs::for_bands(rows, least, threads, [&](std::size_t first, std::size_t last) {
          for (std::size_t row = first; row < last; ++row) ++visits[row];
        });
        EXPECT_EQ(visits, std::vector<int>(rows, 1)) << rows << " rows, " << threads << " threads, least " << least;
      }
    }
  }
}

}  // namespace
