// --counters, --energy and --why: what the command line takes, what it says without a GPU, the files on the tests'
// made-up one, and on a GPU the values that come back.
#include <gtest/gtest.h>
#include "harness/measure/executor.hpp"
#include "harness/simulator/fiber.hpp"  // RUNGS_ADDRESS_SANITIZER
#include "harness/tests/run_row.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace testing_workers;

TEST(Counters, AreNamedByUsOrByNvidia) {
  const auto counters = parse_counters("l2_hit,smsp__inst_executed.sum,l2_hit");
  ASSERT_EQ(counters.size(), 2U) << "each once";
  EXPECT_EQ(counters[0].metric, "lts__t_sector_hit_rate.pct");
  EXPECT_EQ(counters[0].unit, "percent");
  EXPECT_EQ(counters[1].name, "smsp__inst_executed.sum");
  EXPECT_EQ(counters[1].metric, "smsp__inst_executed.sum");
  EXPECT_THROW(static_cast<void>(parse_counters("l2_hit, l1_hit")), BadUsage);
}

Rules short_rules() { return rules_with({2, 0.001, 100, 0.2}); }

TEST(Counters, OnAGpuCountWhatALaunchDoes) {
  SKIP_WITHOUT_GPU();
#if defined(RUNGS_ADDRESS_SANITIZER)
  GTEST_SKIP() << "AddressSanitizer refuses how CUPTI loads a library; the preset gpu runs this test without it";
#endif
  InProcess runner(short_rules());
  try {
    // Two that no device takes in one pass with the third, so that passes are repeated.
    runner.open_counters(parse_counters("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,occupancy,dram_bytes"));
  } catch (const Unsupported& error) {
    GTEST_SKIP() << error.what();
  }
  for (const Cache cache : {Cache::cold, Cache::hot}) {
    const Row row = run_row(planned_row("ramp/gpu/right", Backend::cuda, 64, cache), runner);
    EXPECT_EQ(name_of(row.status), name_of(Status::ok)) << row.message;
    ASSERT_EQ(row.counters.size(), 3U) << row.message;
    EXPECT_EQ(row.counters[0].value, 64 * 64 / 32) << "a store a warp";
    EXPECT_GT(row.counters[1].value, 0);
    EXPECT_LE(row.counters[1].value, 100);
  }
}

TEST(Energy, OnAGpuIsMeasuredFromUpdateToUpdate) {
  SKIP_WITHOUT_GPU();
  Rules rules = short_rules();
  rules.energy = EnergyRules{2, 1, 0.5, 0.5};
  InProcess runner(rules);
  const Row row = run_row(planned_row("ramp/gpu/right", Backend::cuda, 8192, Cache::hot), runner);
  EXPECT_EQ(name_of(row.status), name_of(Status::ok)) << row.message;
  if (row.message.find("no energy counter") != std::string::npos) GTEST_SKIP() << row.message;
  ASSERT_TRUE(row.energy) << row.message;
  const Energy& energy = *row.energy;
  EXPECT_GE(energy.seconds, 2);
  EXPECT_GE(energy.updates, 20U);
  EXPECT_GE(energy.launches, 3);
  EXPECT_GT(energy.idle_watts, 1);
  EXPECT_GT(energy.watts, 1);
  EXPECT_LE(energy.ci_low, energy.net_joules_per_launch);
  EXPECT_GE(energy.ci_high, energy.net_joules_per_launch);
  EXPECT_TRUE(energy.state.temperature_c);
}

// --energy from the command line to the file next to the rows, on the tests' made-up GPU.

const auto energy_one = variant<0, nothing, Backend::cuda>("gpu/energy_one");
const auto energy_two = variant<0, nothing, Backend::cuda>("gpu/energy_two");

void fails_after_energy() {
  if (energy_was_measured) mischief::throws_int();
}
const auto late = variant<every, fails_after_energy, Backend::cuda>("gpu/fails_after_energy");

class EnergyRows : public FakeGpuWorkers {
 protected:
  using Values = std::map<std::string, std::string>;

  /// The energies by "variant cache", each value by its name.
  [[nodiscard]] std::map<std::string, Values> energies() const {
    std::map<std::string, Values> found;
    for (const Record& line : side_lines("energy"))
      EXPECT_TRUE(found[line[1] + " " + line[5]].emplace(line[8], line[10]).second) << line[8];
    return found;
  }
};

TEST_F(EnergyRows, HaveALineEachAndAreNotMeasuredTwice) {
  ASSERT_EQ(run({"--backend=cuda", "--energy=2", "--filter=^ramp/gpu/energy_one"}), 0) << errors_;
  ASSERT_EQ(energies().size(), 1U);
  const Values first = energies().at("gpu/energy_one hot");  // --energy implies it
  EXPECT_HAS(table_, "500 mJ");
  EXPECT_EQ(first.at("net_joules_per_launch"), "0.5");
  EXPECT_EQ(first.at("seconds"), "2");
  EXPECT_EQ(first.at("throttle"), "power cap");
  EXPECT_FALSE(first.contains("sm_clock_mhz")) << "unknown";
  EXPECT_EQ(first.at("time_median_us"), field("gpu/energy_one", "time_median_us"));
  const double bytes = std::stod(field("gpu/energy_one", "bytes"));
  EXPECT_NEAR(std::stod(first.at("pj_per_byte")), 0.5e12 / bytes, 1e-5 * 0.5e12 / bytes);
  EXPECT_HAS(field("gpu/energy_one", "message"), "made-up joules");

  ASSERT_EQ(run({"--backend=cuda", "--energy=3", "--filter=^ramp/gpu/energy_", "--resume"}), 0) << errors_;
  ASSERT_EQ(energies().size(), 2U);
  EXPECT_EQ(energies().at("gpu/energy_one hot"), first) << "it is not measured again";
  EXPECT_TRUE(energies().contains("gpu/energy_two hot"));
}

TEST_F(EnergyRows, OnlyHotRowsHaveOneUnlessTheyFailAfterIt) {
  const std::string variants = "--filter=^ramp/gpu/(energy_one|fails_after_energy)";
  EXPECT_EQ(run({"--backend=cuda", "--energy", "--cache=cold,hot", variants}), 1) << errors_;
  EXPECT_EQ(energies().size(), 1U);
  EXPECT_TRUE(energies().contains("gpu/energy_one hot"));
}

const auto why_one = variant<0, nothing, Backend::cuda>("gpu/why_one");

TEST_F(FakeGpuWorkers, WhyRowsHaveAFileOfVisitsWhereTheyAreCold) {
  ASSERT_EQ(run({"--backend=cuda", "--why", "--cache=cold,hot", "--filter=^ramp/gpu/why_one"}), 0) << errors_;
  const auto lines = lines_beside("rows.why.csv");
  ASSERT_EQ(lines.size(), 3U);
  const std::vector<std::string> last(lines[2].begin() + 7, lines[2].end());
  EXPECT_EQ(last, (std::vector<std::string>{"sm", "0.5", "0.5", "no", "1", "20", "19", "21", "5", ""}));
  EXPECT_EQ(lines[2][1], "gpu/why_one");
  for (const Record& line : lines) EXPECT_TRUE(line[5] == "cache" || line[5] == "cold") << line[5];
}

TEST(Why, OnAGpuHalfOfTheMultiprocessorsAreCounted) {
  SKIP_WITHOUT_GPU();
  Rules rules = short_rules();
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
