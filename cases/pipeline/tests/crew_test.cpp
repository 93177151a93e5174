// Threads that share work: each piece once, whatever the number of threads, pieces and jobs.
#include "cases/pipeline/run/crew.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace {

using namespace pipeline;

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

}  // namespace
