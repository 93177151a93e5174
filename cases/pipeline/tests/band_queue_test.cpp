// The pieces of bands that threads take: each once, in an order that is possible, and none after an error.
#include "cases/pipeline/run/band_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <vector>

namespace pipeline {
namespace {

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

}  // namespace
}  // namespace pipeline
