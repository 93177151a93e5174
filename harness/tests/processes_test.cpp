// Rows that are repeated in fresh processes.
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <set>
#include "harness/measure/sampler.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

/// Ends the processes in which it runs, but for the first.
void crashes_later() {
  notes_process();
  const char* path = std::getenv(processes_variable);
  if (path == nullptr) return;
  const std::string notes = read_text(path);
  if (std::count(notes.begin(), notes.end(), '\n') >= 2) mischief::crashes();
}

const auto one = variant<first, notes_process>("host/r_one");
const auto other = variant<0, nothing>("host/r_other");
const auto crashing = variant<first, crashes_later>("host/rr_crashes");
const auto not_crashing = variant<0, nothing>("host/rr_other");

class Processes : public NotedWorkers {
 protected:
  /// What each process has measured of a variant: value by name.
  [[nodiscard]] std::vector<std::map<std::string, std::string>> of(const std::string& name) const {
    std::vector<std::map<std::string, std::string>> found;
    for (const Record& line : side_lines("process")) {
      if (line[1] != name) continue;
      found.resize(std::max(found.size(), std::stoul(line[9])));
      found.at(std::stoul(line[9]) - 1)[line[8]] = line[10];
    }
    return found;
  }
};

TEST_F(Processes, ARowHasTheSamplesOfAll) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/r_", "--processes=3"}), 0) << errors_;
  EXPECT_EQ(noted(), 3U);
  for (const char* name : {"host/r_one", "host/r_other"}) {
    const auto lines = of(name);
    ASSERT_EQ(lines.size(), 3U) << name;
    std::size_t samples = 0;
    double low = 1e9;
    double high = 0;
    for (const auto& line : lines) {
      samples += std::stoul(line.at("samples"));
      low = std::min(low, std::stod(line.at("time_median_us")));
      high = std::max(high, std::stod(line.at("time_median_us")));
    }
    const Record row = rows().at(name);
    EXPECT_EQ(row[column("samples")], std::to_string(samples));
    EXPECT_LE(std::stod(row[column("ci_low_us")]), low) << "the interval reaches over all processes";
    EXPECT_GE(std::stod(row[column("ci_high_us")]), high);
  }
}

TEST_F(Processes, OneThatCrashesEndsItsRowAlone) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/rr_", "--processes=3"}), 1) << errors_;
  EXPECT_EQ(field("host/rr_crashes", "status"), "failed");
  EXPECT_TRUE(of("host/rr_crashes").empty());
  EXPECT_EQ(field("host/rr_other", "status"), "ok");
  EXPECT_EQ(of("host/rr_other").size(), 3U);
}

TEST_F(Processes, AResumedRunRepeatsNoRowThatIsThere) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/r_one", "--processes=2"}), 0) << errors_;
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/r_", "--processes=2", "--resume"}), 0) << errors_;
  EXPECT_EQ(noted(), 2U);
  EXPECT_EQ(of("host/r_one").size(), 2U);
  EXPECT_EQ(of("host/r_other").size(), 2U);
}

TEST_F(Processes, WhatTimesNothingIsRefused) {
  EXPECT_EQ(run({"--processes=2", "--verify-only"}), 2);
  EXPECT_NE(errors_.find("--processes: repeats times; leave out --verify-only"), std::string::npos) << errors_;
  EXPECT_EQ(run({"--processes=2", "--isolate=none"}), 2);
  EXPECT_EQ(run({"--processes=0"}), 2);
}

Measurement measured(const std::vector<double>& times, StopReason reason = StopReason::converged) {
  Measurement made;
  for (const double time : times) made.samples.push_back({time, 1000});
  made.summary = summarise(times);
  made.stop_reason = reason;
  made.sm_clock_mhz = 1000;
  return made;
}

TEST(ProcessSummary, HasTheSpreadOfItsSamplesButForAFewFarOff) {
  const ProcessSummary summary = summary_of_process(measured({1, 2, 6}));
  EXPECT_EQ(summary.samples, 3U);
  EXPECT_DOUBLE_EQ(summary.median_us, 2);
  EXPECT_DOUBLE_EQ(summary.trimmed_mean_us, 3) << "of so few nothing is cut off";
  EXPECT_DOUBLE_EQ(summary.trimmed_sd_us * summary.trimmed_sd_us, 7);
  EXPECT_DOUBLE_EQ(summary_of_process(measured({5})).trimmed_sd_us, 0);
  // Two of twenty at each end are cut off: 1000 is as far off as 18.
  const ProcessSummary most =
      summary_of_process(measured({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 1000, 1000}));
  EXPECT_DOUBLE_EQ(most.trimmed_mean_us, 10.5);
  // Winsorised: 3 three times, 4 to 17, 18 three times.
  const double squares = 6 * 7.5 * 7.5 + 2 * (0.25 + 2.25 + 6.25 + 12.25 + 20.25 + 30.25 + 42.25);
  EXPECT_NEAR(most.trimmed_sd_us, std::sqrt(squares / 19) / 0.8, 1e-12);
}

TEST(OfProcesses, TheIntervalReachesOverTheMediansOfThoseWithSamples) {
  Measurement none = measured({12.0});
  none.discarded = 3;
  none.samples.clear();
  const auto twenty = [](double us, StopReason reason = StopReason::converged) {
    return measured(std::vector<double>(20, us), reason);
  };
  const Measurement all = of_processes({twenty(10), none, twenty(12), twenty(11, StopReason::time_limit)});
  EXPECT_EQ(all.samples.size(), 60U);
  EXPECT_EQ(all.discarded, 3U);
  EXPECT_DOUBLE_EQ(all.summary.median, 11);
  EXPECT_DOUBLE_EQ(all.summary.interval->low, 10);
  EXPECT_DOUBLE_EQ(all.summary.interval->high, 12);
  EXPECT_EQ(all.stop_reason, StopReason::time_limit);
  EXPECT_TRUE(of_processes({none, none}).unstable());
}

}  // namespace
