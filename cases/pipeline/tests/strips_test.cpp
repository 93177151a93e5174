// Strips that threads compute make the reference's image, within the memory that was planned; errors end the run.
#include "cases/pipeline/run/strips.hpp"
#include <gtest/gtest.h>
#include <functional>
#include <string>
#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/tests/made_up_image.hpp"

namespace pipeline {
namespace {

/// Computes the image as `plan(tree)` says.
Made in_strips(const Settings& s, std::size_t budget, const std::function<Strips(const Node&)>& plan) {
  const auto tree = host_tree(s.tree, s.recipe);
  const Made made = make(s, *tree, budget, [&](OnHost& host, Figures& figures, DigestAndSink& output) {
    const Strips strips = plan(*tree);
    figures.pixels_computed = run_strips(*tree, strips, host.budget(), 0, tree->frame.height,
                                         [&](const HashedBytes& bytes) { output.take(bytes); });
    return strips_bytes(*tree, s, strips) - fixed_bytes(*tree, s);
  });
  EXPECT_EQ(made.digest, expected(s));
  EXPECT_LE(made.peak, made.planned);
  EXPECT_GE(made.figures.pixels_computed, made.figures.pixels_needed);
  return made;
}

TEST(Strips, OfAnySizeMakeTheImage) {
  for (const TreeKind tree : {TreeKind::deck, TreeKind::chain}) {
    for (const Frame frame : {Frame{1, 1}, {331, 1}, {1, 331}, {97, 101}, {211, 223}}) {
      for (const std::uint32_t distance_max : {1U, 15U, 40U}) {
        for (const std::uint32_t count : {1U, 2U, 7U}) {
          for (const std::uint32_t rows : {1U, 7U, 150U, 1000U}) {
            if (count > frame.width) continue;
            SCOPED_TRACE(std::to_string(frame.width) + "x" + std::to_string(frame.height) + ", R " +
                         std::to_string(distance_max) + ", " + std::to_string(count) + " of " + std::to_string(rows));
            in_strips(image(tree, frame, distance_max), 1U << 24U, [&](const Node&) {
              return Strips{frame, count, rows, rows % 3 + 1};
            });
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
    const Made made = in_strips(s, budget, [&](const Node& tree) { return plan_strips(tree, s, budget, 5); });
    EXPECT_LE(made.peak, budget);
    EXPECT_LT(made.peak, peak);
    peak = made.peak;
  }
  EXPECT_THROW((void)plan_strips(*host_tree(s.tree, s.recipe), s, 50'000, 5), rungs::Unsupported);
}

/// As a mask's file that cannot be read, or a disk that is full.
TEST(Strips, AnErrorOfAnyThreadReachesTheCaller) {
  const auto refuses = [](const HashedBytes&) { throw rungs::Failed("the disk is full"); };
  struct Broken : MaskFile {
    void read(const Plane<std::uint8_t>&) override { throw rungs::Failed("no mask"); }
  };
  Settings s = image(TreeKind::deck, {3000, 500});
  const auto failure = [&] {
    Budget budget("host", 1U << 24U);
    try {
      const auto tree = host_tree(s.tree, s.recipe);
      run_strips(*tree, Strips{tree->frame, 3, 20, 3}, budget, 0, 500, refuses);
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
