// Strips that several threads compute make the reference's image, within the memory that was planned.
#include "cases/pipeline/run/strips.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cases/pipeline/expected.hpp"
#include "cases/pipeline/run/outlet.hpp"
#include "cases/pipeline/tests/made_up_image.hpp"

namespace pipeline {
namespace {

struct InStrips {
  std::string digest;
  std::size_t peak = 0;
};

/// Computes the image as `plan(tree)` says.
InStrips make(const Settings& s, std::size_t budget_bytes, const std::function<Strips(const Node&)>& plan) {
  Budget budget("host", budget_bytes);
  const auto sink = make_sink(s.sink, "", s.shape(), budget);
  std::vector<std::byte> samples(sample_bytes);
  Outlet outlet(s.shape(), s.recipe.seeds.samples, samples.data(), *sink);
  Crew crew(5);
  Counts counts;
  const auto tree = host_tree(s.tree, s.recipe);
  const Strips strips = plan(*tree);
  run_strips(*tree, strips, budget, crew, 0, tree->frame.height, counts,
             [&](const HashedBytes& bytes) { outlet.take(bytes); });
  EXPECT_LE(budget.peak(), strips_bytes(*tree, s, strips));
  EXPECT_GE(counts.pixels_computed, needed_pixels(*tree, tree->frame.window()));
  return {to_text(outlet.finish()), budget.peak()};
}

std::string expected(const Settings& s) { return to_text(expected_digest(image_of(s.tree, s.recipe))); }

TEST(Strips, OfAnySizeMakeTheImage) {
  for (const TreeKind tree : {TreeKind::deck, TreeKind::chain}) {
    for (const Frame frame : {Frame{1, 1}, {331, 1}, {1, 331}, {97, 101}, {211, 223}}) {
      for (const std::uint32_t distance_max : {1U, 15U, 40U}) {
        const Settings s = image(tree, frame, distance_max);
        for (const std::uint32_t count : {1U, 2U, 7U}) {
          for (const std::uint32_t rows : {1U, 7U, 150U, 1000U}) {
            if (count > frame.width) continue;
            const InStrips made = make(s, 1U << 24U, [&](const Node&) {
              return Strips{frame, count, rows, rows % 3 + 1};
            });
            EXPECT_EQ(made.digest, expected(s)) << frame.width << "x" << frame.height << ", R "
                                                << distance_max << ", " << count << " of " << rows;
          }
        }
      }
    }
  }
}

/// Less memory, fewer rows and threads, until not even one row fits.
TEST(Strips, ArePlannedForTheMemoryThatIsThere) {
  const Settings s = image(TreeKind::deck, {5000, 600});
  std::size_t peak = ~std::size_t{0};
  for (const std::size_t budget : {std::size_t{1} << 26U, std::size_t{1} << 21U, std::size_t{300'000}}) {
    const InStrips made = make(s, budget, [&](const Node& tree) { return plan_strips(tree, s, 5, budget); });
    EXPECT_EQ(made.digest, expected(s));
    EXPECT_LE(made.peak, budget);
    EXPECT_LT(made.peak, peak);
    peak = made.peak;
  }
  EXPECT_THROW((void)plan_strips(*host_tree(s.tree, s.recipe), s, 5, 50'000), rungs::Unsupported);
}

/// As a mask's file that cannot be read, or a disk that is full.
TEST(Strips, AnErrorOfAnyThreadReachesTheCaller) {
  const auto refuses = [](const HashedBytes&) { throw rungs::Failed("the disk is full"); };
  struct Broken : MaskFile {
    [[nodiscard]] ImageShape shape() const override { return {3000, 500}; }
    void read(const Plane<std::uint8_t>&) override { throw rungs::Failed("no mask"); }
    [[nodiscard]] std::uint64_t disk_bytes() const override { return 0; }
  };
  Settings s = image(TreeKind::deck, {3000, 500});
  const auto failure = [&] {
    Budget budget("host", 1U << 24U);
    Crew crew(3);
    Counts counts;
    try {
      const auto tree = host_tree(s.tree, s.recipe);
      run_strips(*tree, Strips{tree->frame, 3, 20, 3}, budget, crew, 0, 500, counts, refuses);
    } catch (const rungs::Failed& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(failure(), "the disk is full");
  s.recipe.mask_file = std::make_shared<Broken>();
  EXPECT_EQ(failure(), "no mask");
}

}  // namespace
}  // namespace pipeline
