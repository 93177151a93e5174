// The memory of a variant: guard zones and poison; and digests, by which what was found right once is not copied to the
// host again, and nothing else is believed.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <rungs/core/registry.hpp>
#include <rungs/core/typed_case.hpp>
#include "harness/tests/cases/ramp/case.hpp"
#include "harness/tests/run_row.hpp"
#include "harness/tests/testing.hpp"
#include "harness/verify/host_image.hpp"
#include "harness/verify/problem_data.hpp"

namespace {

using namespace rungs;

/// The heap, as if it were far away: it counts how often the host looks at as much as a whole guard z
class FarSpace final : public MemorySpace {
 public:
  void* allocate(std::size_t bytes) override { return heap_->allocate(bytes); }
  void release(void* memory) noexcept override { heap_->release(memory); }
  void write(void* to, const void* from, std::size_t bytes) override { heap_->write(to, from, bytes); }
  void read(std::span<const Read> parts) override {
    for (const Read& part : parts) looks_ += part.bytes >= GuardedMemory::longest_guard ? 1 : 0;
    heap_->read(parts);
  }
  void fill(std::span<const Fill> parts) override { heap_->fill(parts); }
  void visit(const void* from, std::size_t bytes, std::size_t unit, const PieceUse& use) override {
    ++looks_;
    heap_->visit(from, bytes, unit, use);
  }
  [[nodiscard]] std::optional<std::uint64_t> digest(const void* from, std::size_t bytes, std::uint64_t key) override {
    return digest_of({static_cast<const std::byte*>(from), bytes}, key);
  }
  [[nodiscard]] std::size_t free_bytes() const override { return heap_->free_bytes(); }
  [[nodiscard]] const char* name() const override { return "far memory"; }
  /// Since the last call.
  [[nodiscard]] int looks() { return std::exchange(looks_, 0); }

 private:
  std::unique_ptr<MemorySpace> heap_ = make_heap_space();
  int looks_ = 0;
};

/// The ramp whose input is four frames of a picture.
struct Pictured : ramp::Case {
  static constexpr std::string_view name = "pictured";
  static std::vector<Buffer<ramp::Views>> buffers(const ramp::Problem& p) {
    auto all = ramp::Case::buffers(p);
    all.front().info.name = "image";
    all.front().info.element_bytes = 1;
    return all;
  }
};

TEST(Inputs, EveryFrameIsThePicture) {
  const GrayImage image{3, 2, {1, 2, 3, 4, 5, 6}};
  const auto inputs = make_inputs(*erased_case<Pictured>().problem({3, 2}, {}), 1, &image);
  ASSERT_EQ(inputs->buffers.front().size(), 24U);
  for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(inputs->buffers.front()[i], std::byte{image.pixels[i % 6]}) << i;
}

class Digests : public ::testing::Test {
 protected:
  Digests() { memory_.load_inputs(data_.inputs()); }
  Comparison compare() { return data_.compare_outputs(memory_); }
  void compute() { ramp::Case::reference({{1024, 512}}, {static_cast<const float*>(memory_.memory()[0]), out()}); }
  float* out() { return static_cast<float*>(memory_.memory()[1]); }
  float* in() { return static_cast<float*>(memory_.memory()[0]); }
  std::string damage() { return memory_.damage(data_.inputs()); }

  FarSpace space_;
  std::shared_ptr<const AnyProblem> problem_{erased_case<ramp::Case>().problem({1024, 512}, {})};
  ProblemData data_{problem_, 1};
  GuardedMemory memory_{space_, problem_->buffers()};
};

TEST_F(Digests, EqualResultsAreLookedAtOnce) {
  memory_.poison(Role::output);
  compute();
  EXPECT_TRUE(compare().equal());
  EXPECT_GT(space_.looks(), 0);
  memory_.poison(Role::output, Poison::drawn);
  compute();
  EXPECT_TRUE(compare().equal());
  EXPECT_EQ(damage(), "");
  EXPECT_EQ(space_.looks(), 0);
}

TEST_F(Digests, OtherResultsAreCompared) {
  compute();
  EXPECT_TRUE(compare().equal());
  for (const std::size_t place : {std::size_t{0}, std::size_t{777}, std::size_t{1024 * 512 - 1}}) {
    const float right = std::exchange(out()[place], 2000.F);
    EXPECT_EQ(compare().mismatches, 1U);
    EXPECT_EQ(compare().mismatches, 1U) << "a wrong result must not be remembered as right";
    out()[place] = right;
    EXPECT_TRUE(compare().equal());
  }
  std::swap(out()[5], out()[6]);
  EXPECT_EQ(compare().mismatches, 2U);
  static_cast<void>(space_.looks());
  EXPECT_EQ(damage(), "");
  EXPECT_EQ(space_.looks(), 0);
  const float behind = std::exchange(out()[std::size_t{1024} * 512], 1.F);
  EXPECT_EQ(damage(), "wrote past the end of out");
  out()[std::size_t{1024} * 512] = behind;
  in()[3] += 1;
  EXPECT_EQ(damage(), "changed its input in");
}

TEST(DigestsOfMemory, OnAGpuAreAsOnTheHost) {
  SKIP_WITHOUT_GPU();
  const auto executor = make_cuda_executor(0);
  MemorySpace& space = executor->memory();
  for (const std::size_t bytes : {1U, 7U, 8U, 15U, 16U, 17U, 4095U, 3U << 20U, (3U << 20U) + 13}) {
    std::vector<std::byte> host(bytes);
    for (std::size_t i = 0; i < bytes; ++i) host[i] = static_cast<std::byte>(i * 131 + i / 251);
    auto* const device = static_cast<std::byte*>(space.allocate(bytes + 16));
    for (const std::size_t from : {0U, 1U, 8U, 13U}) {
      space.write(device + from, host.data(), bytes);
      EXPECT_EQ(space.digest(device + from, bytes, 99), digest_of(host, 99)) << bytes << " from " << from;
    }
    space.release(device);
  }
}

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
