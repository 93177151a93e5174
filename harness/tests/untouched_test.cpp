// What a reference leaves alone, and memory that is used again.
#include "harness/verify/untouched.hpp"

#include <gtest/gtest.h>

#include "harness/core/phase_clock.hpp"
#include "harness/tests/said.hpp"
#include "harness/verify/reused_memory.hpp"

namespace {

using namespace rungs;

constexpr std::byte own{0xA5};

/// Bytes 2 and 5 are computed, and byte 2 happens to be equal to the garbage.
HostBytes computed_over(std::byte garbage) {
  HostBytes bytes(8, garbage);
  bytes[2] = own;
  bytes[5] = std::byte{7};
  return bytes;
}

TEST(Untouched, AComputedByteThatEqualsTheGarbageIsNotUntouched) {
  HostBytes expected = computed_over(own);
  HostBytes second;
  Untouched untouched(expected, 1, own, [&](std::byte other) -> std::span<const std::byte> {
    second = computed_over(other);
    return second;
  });
  EXPECT_TRUE(untouched.any());
  for (const std::byte now : {std::byte{0x60}, std::byte{7}, own}) {
    untouched.hold(expected, now);
    EXPECT_EQ(expected, computed_over(now));
  }
}

TEST(Untouched, WordsOfFourBytesNeedNoSecondResult) {
  HostBytes expected(12, std::byte{0xFF});
  expected[5] = std::byte{0};
  Untouched untouched(expected, 8 + 4, std::byte{0xFF}, [](std::byte) -> std::span<const std::byte> {
    ADD_FAILURE() << "asked for a second result";
    return {};
  });
  untouched.hold(expected, std::byte{0x60});
  EXPECT_EQ(expected[0], std::byte{0x60});
  EXPECT_EQ(expected[4], std::byte{0xFF});
  EXPECT_EQ(expected[11], std::byte{0x60});
}

TEST(ReusedMemory, TheSameSizeIsGivenAgain) {
  ReusedMemory memory(make_heap_space());
  void* const first = memory.allocate(4096);
  void* const second = memory.allocate(4096);
  EXPECT_NE(first, second);
  memory.release(first);
  void* const larger = memory.allocate(8192);
  EXPECT_NE(larger, first);
  EXPECT_EQ(memory.allocate(4096), first);
  for (void* one : {first, second, larger}) memory.release(one);
}

TEST(PhaseClock, AnInnerPhaseCountsAlone) {
  const double before = spent_seconds(Spent::verify);
  {
    const Spending outer(Spent::verify);
    const Spending inner(Spent::upload);
    const double start = spent_seconds(Spent::upload);
    while (spent_seconds(Spent::upload) < start + 0.002) {
    }
  }
  EXPECT_LT(spent_seconds(Spent::verify) - before, 0.002);
  EXPECT_HAS(spent_text(), "sampling ");
}

}  // namespace
