// The least of a problem from measured rates.
#include "harness/measure/ceilings.hpp"

#include <gtest/gtest.h>

namespace {

using namespace rungs;

constexpr Conditions cold{Backend::cuda, Cache::cold};

Ceilings measured(std::uint64_t bytes) {
  Ceilings ceilings;
  ceilings.add(cold, Ceiling::fill, bytes, 4e9);
  ceilings.add(cold, Ceiling::copy, bytes, 2e9);
  ceilings.add(cold, Ceiling::read, bytes, 5e9);
  return ceilings;
}

TEST(Ceilings, AFillIsBoundByTheFill) {
  const auto least = measured(4'000'000).speed_of_light_us(cold, {0, 4'000'000, 0});
  ASSERT_TRUE(least);
  EXPECT_DOUBLE_EQ(*least, 1000);
}

TEST(Ceilings, MixedTrafficMovesAtTheRateOfEachKind) {
  // 1 MB is both read and written (2 MB of copy), 3 MB more are written.
  const auto least = measured(5'000'000).speed_of_light_us(cold, {1'000'000, 4'000'000, 0});
  ASSERT_TRUE(least);
  EXPECT_DOUBLE_EQ(*least, 1000 + 750);
}

TEST(Ceilings, TheFastestOfSeveralMeasurementsCounts) {
  Ceilings ceilings = measured(1000);
  ceilings.add(cold, Ceiling::fill, 1000, 8e9);
  ceilings.add(cold, Ceiling::fill, 1000, 1e9);
  EXPECT_DOUBLE_EQ(*ceilings.rate(cold, Ceiling::fill, 1000), 8e9);
}

TEST(Ceilings, ColdIsNotHotAndAGpuIsNotAHost) {
  const Ceilings ceilings = measured(1000);
  EXPECT_FALSE(ceilings.rate({Backend::cuda, Cache::hot}, Ceiling::fill, 1000));
  EXPECT_FALSE(ceilings.rate({Backend::host, Cache::cold}, Ceiling::fill, 1000));
  EXPECT_FALSE(ceilings.rate(cold, Ceiling::fill, 2000)) << "another byte count";
}

TEST(Ceilings, OneCoreIsNotAllOfThem) {
  Ceilings ceilings;
  ceilings.add({Backend::host, Cache::cold, false}, Ceiling::fill, 1000, 1e9);
  ceilings.add({Backend::host, Cache::cold, true}, Ceiling::fill, 1000, 8e9);
  EXPECT_DOUBLE_EQ(*ceilings.rate({Backend::host, Cache::cold}, Ceiling::fill, 1000), 1e9);
  EXPECT_DOUBLE_EQ(*ceilings.speed_of_light_us({Backend::host, Cache::cold, true}, {0, 1000, 0}), 0.125);
}

TEST(Ceilings, TheBusIsNotTheMemory) {
  Ceilings ceilings = measured(1000);
  const Conditions bus{Backend::cuda, Cache::cold, false, true};
  EXPECT_FALSE(ceilings.rate(bus, Ceiling::copy, 1000));
  ceilings.add(bus, Ceiling::copy, 1000, 1e9);
  EXPECT_DOUBLE_EQ(*ceilings.speed_of_light_us(bus, {500, 500, 0}), 1);
  EXPECT_DOUBLE_EQ(*ceilings.speed_of_light_us(cold, {500, 500, 0}), 0.5);
  EXPECT_EQ(text_of(bus, {Ceiling::copy}), "transfer both ways");
  EXPECT_EQ(text_of(bus, {Ceiling::read}), "upload");
  EXPECT_EQ(text_of(bus, {Ceiling::fill}), "download");
  EXPECT_EQ(text_of({Backend::host, Cache::cold, true}, {Ceiling::fill}), "fill (all cores)");
  EXPECT_EQ(text_of(cold, Ceilings::needed({1000, 500, 0})), "copy+read");
  EXPECT_EQ(text_of(cold, {}), "");
}

TEST(Ceilings, ANegligibleShareNeedsNoCeiling) {
  EXPECT_EQ(Ceilings::needed({40'000, 400'000'000, 0}), std::vector{Ceiling::fill});
  EXPECT_EQ(Ceilings::needed({400'000'000, 4, 0}), std::vector{Ceiling::read});
  EXPECT_EQ(Ceilings::needed({100, 100, 0}), std::vector{Ceiling::copy});
}

TEST(Ceilings, WithoutAMeasurementThereIsNoSpeedOfLight) {
  EXPECT_FALSE(Ceilings{}.speed_of_light_us(cold, {0, 1000, 0}));
}

}  // namespace
