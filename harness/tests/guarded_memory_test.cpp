// Guard zones and poison.
#include "harness/verify/guarded_memory.hpp"
#include <gtest/gtest.h>
#include <sys/mman.h>
#include "harness/tests/testing.hpp"
#include "harness/verify/memory_space.hpp"

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
  memory_.poison(Role::output, Poison::drawn);
  EXPECT_NE(at(1)[0], std::byte{0xFF});
  EXPECT_EQ(at(1)[0], at(1)[32]);
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

TEST(GuardedMemory, GuardsAreAsLongAsTheBufferUpTo1MiB) {
  const auto heap = make_heap_space();
  const std::vector<BufferInfo> two{{"small", Role::output, 16384}, {"large", Role::output, 3U << 20U}};
  const GuardedMemory memory(*heap, two);
  for (const std::size_t buffer : {0U, 1U}) {
    auto* const start = static_cast<std::byte*>(memory.memory()[buffer]);
    const std::ptrdiff_t bytes = buffer == 0 ? 16384 : 3 << 20;
    const std::ptrdiff_t reach = buffer == 0 ? 16384 : 1 << 20;
    for (const std::ptrdiff_t place : {bytes, bytes + reach - 1, std::ptrdiff_t{-1}, -reach}) {
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

}  // namespace
