// Guard zones, poison, what a reference leaves alone, and memory that is used again.
#include "harness/verify/guarded_memory.hpp"
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <cstring>
#include <rungs/core/typed_case.hpp>
#include "harness/tests/cases/ramp/case.hpp"
#include "harness/tests/testing.hpp"
#include "harness/verify/memory_space.hpp"
#include "harness/verify/problem_data.hpp"

namespace {

using namespace rungs;

const std::vector<BufferInfo> buffers{{"in", Role::input, 100}, {"out", Role::output, 33, std::byte{0xFF}}};

class GuardedMemoryTest : public ::testing::Test {
 protected:
  void SetUp() override { memory_.load_inputs(image_); }
  std::byte* at(std::size_t buffer) { return static_cast<std::byte*>(memory_.memory()[buffer]); }

  std::unique_ptr<MemorySpace> heap_ = make_heap_space();
  HostImage image_{{HostBytes(100, std::byte{7}), HostBytes(33)}, {}};
  GuardedMemory memory_{*heap_, buffers};
};

TEST_F(GuardedMemoryTest, PoisonIsTheBuffersOwnOrDrawnAndNoDamage) {
  memory_.poison(Role::output);
  EXPECT_EQ(memory_.damage(image_), "");
  EXPECT_EQ(at(1)[0], std::byte{0xFF});
  EXPECT_EQ(at(1)[32], std::byte{0xFF});
  memory_.poison(Role::output, Poison::drawn);
  EXPECT_NE(at(1)[0], std::byte{0xFF});
  EXPECT_EQ(at(1)[0], at(1)[32]);
  EXPECT_NE(other_than(garbage().poison, garbage().poison), garbage().poison);
}

TEST_F(GuardedMemoryTest, GuardZonesChangeAndAreStillChecked) {
  const std::byte before = at(1)[-1];
  memory_.set_guards(1);
  EXPECT_NE(at(1)[-1], before);
  EXPECT_NE(at(0)[-1], at(1)[-1]);
  EXPECT_NE(at(0)[100], at(1)[33]);
  const GuardedMemory another(*heap_, buffers);
  EXPECT_NE(static_cast<std::byte*>(memory_.memory()[1])[-1], static_cast<std::byte*>(another.memory()[1])[-1]);
  EXPECT_EQ(memory_.damage(image_), "");
  at(1)[33] = before;
  EXPECT_EQ(memory_.damage(image_), "wrote past the end of out");
}

TEST_F(GuardedMemoryTest, OneByteOnEachSideIsSeen) {
  for (const std::size_t buffer : {0U, 1U}) {
    for (const std::ptrdiff_t place : {std::ptrdiff_t{-1}, static_cast<std::ptrdiff_t>(buffers[buffer].bytes),
                                       -static_cast<std::ptrdiff_t>(GuardedMemory::guard_bytes(100))}) {
      const std::byte before = std::exchange(at(buffer)[place], std::byte{1});
      EXPECT_HAS(memory_.damage(image_), buffers[buffer].name) << buffer << " " << place;
      at(buffer)[place] = before;
    }
  }
  EXPECT_EQ(memory_.damage(image_), "");
}

TEST(GuardedMemory, GuardsAreAsLongAsTheBufferUpTo1MiB) {
  const auto heap = make_heap_space();
  const std::vector<BufferInfo> two{{"small", Role::output, 16384}, {"large", Role::output, 3U << 20U}};
  const GuardedMemory memory(*heap, two);
  for (const std::size_t buffer : {0U, 1U}) {
    auto* const start = static_cast<std::byte*>(memory.memory()[buffer]);
    const std::ptrdiff_t bytes = buffer == 0 ? 16384 : 3 << 20;
    const std::ptrdiff_t reach = buffer == 0 ? 16384 : 1 << 20;
    for (const std::ptrdiff_t place : {bytes + 8192, bytes + reach - 1, -reach}) {
      const std::byte before = std::exchange(start[place], std::byte{0});
      EXPECT_HAS(memory.damage({}), place < 0 ? "wrote before the start of " + two[buffer].name
                                              : "wrote past the end of " + two[buffer].name);
      start[place] = before;
    }
  }
  EXPECT_EQ(memory.damage({}), "");
}

TEST_F(GuardedMemoryTest, AccessThatWasForbiddenIsAllowedAgain) {
  std::byte* const page = at(1) - GuardedMemory::guard_bytes(33);
  ASSERT_EQ(::mprotect(page, 4096, PROT_NONE), 0);
  ASSERT_EQ(::mprotect(at(1), 4096, PROT_READ), 0);
  memory_.load_inputs(image_);
  at(1)[0] = std::byte{1};
  ASSERT_EQ(::mprotect(at(0), 4096, PROT_NONE), 0);
  memory_.allow_access();
  EXPECT_EQ(memory_.damage(image_), "");
}

TEST_F(GuardedMemoryTest, AChangedInputIsSeen) {
  at(0)[99] = std::byte{8};
  EXPECT_EQ(memory_.damage(image_), "changed its input in");
}

TEST(GuardedMemory, TooMuchIsUnsupportedWithBothNumbers) {
  const auto heap = make_heap_space();
  EXPECT_HAS(message_of<Unsupported>([&] {
               return GuardedMemory(*heap, {{"huge", Role::output, std::size_t{1} << 60U}}).buffers();
             }),
             "needs 1152921504608944128 bytes of host memory");
}

/// The ramp with an output that is declared too small for what its reference writes.
struct TooSmall : ramp::Case {
  static constexpr std::string_view name = "too_small";
  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    auto list = ramp::Case::buffers(p);
    list[1] = rungs::output("out", &Views::out, p.area() - 1);
    return list;
  }
};

TEST(ProblemData, AnOutputDeclaredTooSmallIsTold) {
  const auto problem = std::shared_ptr(erased_case<TooSmall>().problem({8, 8}, {}));
  EXPECT_HAS(message_of<Failed>([&] { return ProblemData(problem, 1).inputs().buffers.size(); }),
             "case too_small wrote past the end of output 'out', which has 252 bytes");
}

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
  Untouched untouched(expected, 1, own, [&]() -> std::span<const std::byte> {
    second = computed_over(~own);
    return second;
  });
  EXPECT_TRUE(untouched.any());
  for (const std::byte now : {std::byte{0x60}, std::byte{7}, own}) {
    untouched.hold(expected, now);
    EXPECT_EQ(expected, computed_over(now));
  }
}

TEST(Untouched, AComputedWordOfFourBytesThatEqualsTheGarbageIsNotUntouched) {
  constexpr std::byte held{0xFF};
  const auto of = [&](std::byte first) {
    HostBytes words(12, held);
    words[5] = std::byte{0};
    std::fill_n(words.begin(), 4, first);
    return words;
  };
  HostBytes expected = of(held);
  const HostBytes second = of(~held);
  Untouched untouched(expected, 8 + 4, held, [&] { return std::span<const std::byte>(second); });
  untouched.hold(expected, std::byte{0x60});
  EXPECT_EQ(expected, of(std::byte{0x60})) << "the last word is computed, and equals the garbage";
}

TEST(Untouched, WhatHoldsNoGarbageNeedsNoSecondResult) {
  HostBytes expected(12, std::byte{0xFE});
  const Untouched untouched(expected, 4, std::byte{0xFF}, []() -> std::span<const std::byte> {
    ADD_FAILURE() << "asked for a second result";
    return {};
  });
  EXPECT_FALSE(untouched.any());
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

}  // namespace
