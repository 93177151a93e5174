// The floor of a problem from measured rates.
#include "harness/measure/ceilings.hpp"

#include <gtest/gtest.h>

namespace {

using namespace rungs;

Ceilings measured(std::uint64_t bytes) {
  Ceilings ceilings;
  ceilings.add(Backend::cuda, Cache::cold, Ceiling::fill, bytes, 4e9);
  ceilings.add(Backend::cuda, Cache::cold, Ceiling::copy, bytes, 2e9);
  ceilings.add(Backend::cuda, Cache::cold, Ceiling::read, bytes, 5e9);
  return ceilings;
}

TEST(Ceilings, AFillIsBoundByTheFill) {
  const auto floor = measured(4'000'000).floor_us(Backend::cuda, Cache::cold, {0, 4'000'000, 0});
  ASSERT_TRUE(floor);
  EXPECT_DOUBLE_EQ(*floor, 1000);
}

TEST(Ceilings, MixedTrafficMovesAtTheRateOfEachKind) {
  // 1 MB is both read and written (2 MB of copy), 3 MB more are written.
  const auto floor = measured(5'000'000).floor_us(Backend::cuda, Cache::cold, {1'000'000, 4'000'000, 0});
  ASSERT_TRUE(floor);
  EXPECT_DOUBLE_EQ(*floor, 1000 + 750);
}

TEST(Ceilings, TheFastestOfSeveralMeasurementsCounts) {
  Ceilings ceilings = measured(1000);
  ceilings.add(Backend::cuda, Cache::cold, Ceiling::fill, 1000, 8e9);
  ceilings.add(Backend::cuda, Cache::cold, Ceiling::fill, 1000, 1e9);
  EXPECT_DOUBLE_EQ(*ceilings.rate(Backend::cuda, Cache::cold, Ceiling::fill, 1000), 8e9);
}

TEST(Ceilings, ColdIsNotHotAndAGpuIsNotAHost) {
  const Ceilings ceilings = measured(1000);
  EXPECT_FALSE(ceilings.rate(Backend::cuda, Cache::hot, Ceiling::fill, 1000));
  EXPECT_FALSE(ceilings.rate(Backend::host, Cache::cold, Ceiling::fill, 1000));
  EXPECT_FALSE(ceilings.rate(Backend::cuda, Cache::cold, Ceiling::fill, 2000)) << "another byte count";
}

TEST(Ceilings, ANegligibleShareNeedsNoCeiling) {
  EXPECT_EQ(Ceilings::needed({40'000, 400'000'000, 0}), std::vector{Ceiling::fill});
  EXPECT_EQ(Ceilings::needed({400'000'000, 4, 0}), std::vector{Ceiling::read});
  EXPECT_EQ(Ceilings::needed({100, 100, 0}), std::vector{Ceiling::copy});
}

TEST(Ceilings, WithoutAMeasurementThereIsNoFloor) {
  EXPECT_FALSE(Ceilings{}.floor_us(Backend::cuda, Cache::cold, {0, 1000, 0}));
}

}  // namespace
