// Threads that share work: each piece once, in an order that is possible, and none after an error. Strips
// that they compute make the reference's image, within the memory that was planned.
#include "cases/pipeline/run/strips.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/run/band_queue.hpp"
#include "cases/pipeline/run/digest_and_sink.hpp"
#include "cases/pipeline/run/expected.hpp"
#include "cases/pipeline/run/samples.hpp"
#include "cases/pipeline/tests/made_up_image.hpp"

namespace pipeline {
namespace {

TEST(Crew, DoesEachPieceOnce) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    Crew crew(threads);
    EXPECT_EQ(crew.threads(), threads);
    for (std::size_t count = 0; count < 200; ++count) {
      std::vector<int> done(count, 0);
      crew.share(count, [&](std::size_t i) { ++done[i]; });
      EXPECT_EQ(done, std::vector<int>(count, 1)) << threads << " threads";
    }
  }
}

TEST(Crew, BandsCoverEverythingAndAreNotTooSmall) {
  Crew crew(3);
  for (const std::size_t count : {1U, 63U, 64U, 65U, 1000U, 100'000U}) {
    std::vector<int> done(count, 0);
    std::atomic<std::size_t> bands = 0;
    crew.share_bands(count, 64, [&](std::size_t first, std::size_t last) {
      ++bands;
      EXPECT_TRUE(last - first >= 64 || count < 64);
      for (; first < last; ++first) ++done[first];
    });
    EXPECT_EQ(done, std::vector<int>(count, 1)) << count;
    EXPECT_LE(bands, 2 * crew.threads());
  }
}

/// A piece that waits for another one ends only if two threads work.
TEST(Crew, WorksOnSeveralThreads) {
  Crew crew(2);
  std::atomic<int> there = 0;
  crew.share(2, [&](std::size_t) {
    ++there;
    while (there < 2) std::this_thread::yield();
  });
  EXPECT_EQ(there, 2);
}

using Step = BandQueue::Step;

TEST(BandQueue, GivesEachPieceOnceAndInOrder) {
  for (const std::uint32_t at_once : {1U, 2U, 5U}) {
    constexpr std::uint32_t bands = 9;
    constexpr std::uint32_t strips = 3;
    constexpr std::uint32_t hashes = 2;
    BandQueue queue(bands, strips, hashes, at_once);
    std::vector<std::atomic<std::uint32_t>> computed(bands);
    std::vector<std::atomic<std::uint32_t>> hashed(bands);
    std::atomic<std::uint32_t> handed_on = 0;
    const auto work = [&](bool hands_on) {
      for (auto piece = queue.next(hands_on); piece.step != Step::none; piece = queue.next(hands_on)) {
        switch (piece.step) {
          case Step::compute:
            EXPECT_LT(piece.band, handed_on + at_once) << "its memory is free";
            ++computed[piece.band];
            break;
          case Step::hash:
            EXPECT_EQ(computed[piece.band], strips);
            ++hashed[piece.band];
            break;
          default:
            EXPECT_TRUE(hands_on);
            EXPECT_EQ(hashed[piece.band], hashes);
            EXPECT_EQ(piece.band, handed_on++);
        }
        queue.done(piece);
      }
    };
    {
      const std::jthread one([&] { work(false); });
      const std::jthread two([&] { work(false); });
      work(true);
    }
    EXPECT_EQ(handed_on, bands);
    for (std::uint32_t band = 0; band < bands; ++band) {
      EXPECT_EQ(computed[band], strips);
      EXPECT_EQ(hashed[band], hashes);
    }
    queue.rethrow();
  }
}

TEST(BandQueue, EndsForAllThreadsAfterAnError) {
  BandQueue queue(1, 2, 1, 1);
  (void)queue.next(true);
  (void)queue.next(true);
  std::atomic<bool> ended = false;
  {
    const std::jthread waits([&] { ended = queue.next(false).step == Step::none; });
    queue.stop(std::make_exception_ptr(std::runtime_error("the first")));
    queue.stop(std::make_exception_ptr(std::runtime_error("the second")));
  }
  EXPECT_TRUE(ended);
  EXPECT_EQ(queue.next(true).step, Step::none);
  try {
    queue.rethrow();
    FAIL() << "expected an exception";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "the first");
  }
}

struct InStrips {
  std::string digest;
  std::size_t peak = 0;
};

/// Computes the image as `plan(tree)` says.
InStrips make(const Settings& s, std::size_t budget_bytes, const std::function<Strips(const Node&)>& plan) {
  Budget budget("host", budget_bytes);
  const auto sink = make_sink(s.sink, "", s.shape(), budget);
  std::vector<std::byte> samples(sample_bytes);
  DigestAndSink output(s.shape(), s.recipe.seeds.samples, samples.data(), *sink);
  Crew crew(5);
  Counts counts;
  const auto tree = host_tree(s.tree, s.recipe);
  const Strips strips = plan(*tree);
  run_strips(*tree, strips, budget, crew, 0, tree->frame.height, counts,
             [&](const HashedBytes& bytes) { output.take(bytes); });
  EXPECT_LE(budget.peak(), strips_bytes(*tree, s, strips));
  EXPECT_GE(counts.pixels_computed, needed_pixels(*tree, tree->frame.window()));
  return {to_text(output.finish()), budget.peak()};
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
    void read(const Plane<std::uint8_t>&) override { throw rungs::Failed("no mask"); }
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
