// --why: what it says without a GPU, its file on the tests' made-up one, and on a GPU what less of a resource does.
#include <gtest/gtest.h>
#include <set>
#include "harness/measure/executor.hpp"
#include "harness/output/csv.hpp"
#include "harness/tests/run_row.hpp"
#include "harness/tests/said.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace testing_workers;

TEST(Why, OnlyGpusHaveExperiments) {
  Executors executors(0, 1);
  const auto ask = [&] { return executors.on(Backend::host).why([] {}); };
  EXPECT_EQ(message_of<Unsupported>(ask), "only GPUs have experiments");
}

TEST(Why, ALineForEachResource) {
  EXPECT_EQ(why_sentences(no_why("no driver")),
            (std::vector<std::string>{"sm: no driver", "dram: no driver", "l2: no driver", "occupancy: no driver"}));
  // Each level and its placebo, in turn; the full supply has level 1.
  const std::vector<WhyVisit> visits{{"dram", 1, 1, false, 0, 50, 49, 51, 5},
                                     {"dram", 1, 1, true, 1, 100, 99, 101, 5},
                                     {"dram", 0.8, 0.8, false, 2, 124, 0, 0, 5},
                                     {"dram", 0.8, 1, true, 3, 70, 0, 0, 5},
                                     {"dram", 0.9, 0.9, false, 4, 111, 0, 0, 5}};
  EXPECT_EQ(why_sentences(visits), std::vector<std::string>{"dram: 20 % less of it, +24.0 % time"});
}

const auto why_one = variant<0, nothing, Backend::cuda>("gpu/why_one");

class WhyRows : public FakeGpuWorkers {
 protected:
  [[nodiscard]] std::vector<Record> lines_of(const std::string& name) const {
    const std::string path = (folder_ / name).string();
    return std::filesystem::exists(path) ? parse_csv(read_text(path), path) : std::vector<Record>{};
  }
};

TEST_F(WhyRows, HaveAFileOfVisits) {
  ASSERT_EQ(run({"--backend=cuda", "--why", "--filter=^ramp/gpu/why_one"}), 0) << errors_;
  EXPECT_HAS(errors_, "ramp/gpu/why_one: sm: 50 % less of it, +100.0 % time");
  const auto lines = lines_of("rows.why.csv");
  ASSERT_EQ(lines.size(), 3U);
  const std::vector<std::string> last(lines[2].begin() + 7, lines[2].end());
  EXPECT_EQ(last, (std::vector<std::string>{"sm", "0.5", "0.5", "no", "1", "20", "19", "21", "5", ""}));
  EXPECT_EQ(lines[2][1], "gpu/why_one");
}

TEST_F(WhyRows, OnlyColdRowsAndOnlyWithTheOption) {
  ASSERT_EQ(run({"--backend=cuda", "--why", "--cache=cold,hot", "--filter=^ramp/gpu/why_one"}), 0) << errors_;
  std::set<std::string> caches;
  for (const Record& line : lines_of("rows.why.csv")) caches.insert(line[5]);
  EXPECT_EQ(caches, (std::set<std::string>{"cache", "cold"}));
}

TEST(Why, OnAGpuHalfOfTheMultiprocessorsAreCounted) {
  SKIP_WITHOUT_GPU();
  Rules rules;
  rules.stop = {2, 0.001, 100, 0.2};
  rules.why = true;
  InProcess runner(rules);
  const Row row = run_row(planned_row("ramp/gpu/right", Backend::cuda, 4096, Cache::cold), runner);
  EXPECT_EQ(name_of(row.status), name_of(Status::ok)) << row.message;
  ASSERT_FALSE(row.why.empty());
  if (!row.why.front().note.empty()) GTEST_SKIP() << row.why.front().note;
  double least = 1;
  for (const WhyVisit& visit : row.why) {
    EXPECT_TRUE(visit.note.empty()) << visit.resource << ": " << visit.note;
    if (visit.resource == "sm") least = std::min(least, visit.supply);
    EXPECT_LE(visit.low_us, visit.high_us);
  }
  EXPECT_GT(least, 0.4);
  EXPECT_LT(least, 0.7);
}

}  // namespace
