// Rows of one problem whose samples are taken in turn.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "harness/bench/run_row.hpp"
#include "harness/registry/variant.hpp"
#include "harness/tests/ramp_case.hpp"

namespace {

using namespace rungs;

std::string launched;  // a letter for each launch

void add_step(const ramp::Problem& p, const ramp::Views& v) { ramp::Case::reference(p, v); }

const Variant<ramp::Case> a{{.name = "host/turn_a",
                             .idea = "right",
                             .launch = [](const ramp::Problem& p, const ramp::Views& v, Stream) {
                               launched += 'a';
                               add_step(p, v);
                             }}};
const Variant<ramp::Case> b{{.name = "host/turn_b",
                             .idea = "right",
                             .launch = [](const ramp::Problem& p, const ramp::Views& v, Stream) {
                               launched += 'b';
                               add_step(p, v);
                             }}};
const Variant<ramp::Case> fails{{.name = "host/turn_fails",
                                 .idea = "throws in its sixth launch",
                                 .launch = [](const ramp::Problem& p, const ramp::Views& v, Stream) {
                                   launched += 'f';
                                   if (std::count(launched.begin(), launched.end(), 'f') > 5)
                                     throw Failed("out of order");
                                   add_step(p, v);
                                 }}};
const Variant<ramp::Case> tires{{.name = "host/turn_tires",
                                 .idea = "computes nothing after its fifth launch",
                                 .launch = [](const ramp::Problem& p, const ramp::Views& v, Stream) {
                                   launched += 't';
                                   if (std::count(launched.begin(), launched.end(), 't') <= 5) add_step(p, v);
                                 }}};

/// The rows of these variants by name, and in `launched` the order of the launches.
std::map<std::string, Row> run(const std::vector<std::string>& names, bool interleave) {
  launched.clear();
  Executors executors(0, 1);
  ProblemMemory memory(executors);
  std::vector<PlannedRow> planned;
  const auto* first = Registry::global().find("ramp/host/" + names.front());
  const std::shared_ptr<const AnyProblem> problem = first->owner->problem({64, 64}, {});
  for (const std::string& name : names) {
    PlannedRow row;
    row.variant = Registry::global().find("ramp/host/" + name);
    row.backend = Backend::host;
    row.problem = problem;
    row.cache = Cache::cold;
    planned.push_back(row);
  }
  std::vector<const PlannedRow*> group;
  for (const PlannedRow& row : planned) group.push_back(&row);
  RowRules rules;
  rules.stop = {40, 0, 100, 10};
  rules.interleave = interleave;
  std::map<std::string, Row> rows;
  run_rows(group, memory, executors, rules,
           {[](const PlannedRow&) { return true; },
            [&](const PlannedRow& row, Row made) { rows.emplace(row.variant->info.name, std::move(made)); }});
  return rows;
}

std::size_t changes_of_letter() {
  std::size_t changes = 0;
  for (std::size_t i = 1; i < launched.size(); ++i) changes += launched[i] != launched[i - 1] ? 1 : 0;
  return changes;
}

TEST(Interleave, SamplesAreTakenInTurn) {
  const auto rows = run({"turn_a", "turn_b"}, true);
  for (const auto& [name, row] : rows) {
    EXPECT_EQ(name_of(row.status), name_of(Status::ok)) << row.message;
    EXPECT_GE(row.measurement->samples.size(), 40U);
    EXPECT_EQ(row.measurement->visit_medians.size(), 2U);
  }
  EXPECT_GE(changes_of_letter(), 70U) << launched;
}

TEST(Interleave, WithoutItARowsSamplesAreTakenInARow) {
  EXPECT_EQ(run({"turn_a", "turn_b"}, false).size(), 2U);
  EXPECT_LE(changes_of_letter(), 3U) << launched;
}

TEST(Interleave, ARowThatFailsLeavesTheOthersAlone) {
  const auto rows = run({"turn_a", "turn_fails", "turn_b"}, true);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(name_of(rows.at("host/turn_fails").status), name_of(Status::failed));
  EXPECT_FALSE(rows.at("host/turn_fails").timed());
  EXPECT_GE(rows.at("host/turn_a").measurement->samples.size(), 40U);
  EXPECT_GE(rows.at("host/turn_b").measurement->samples.size(), 40U);
}

TEST(Interleave, AVariantThatStopsComputingWhileOthersWriteTheSameOutputsIsCaught) {
  const auto rows = run({"turn_a", "turn_tires"}, true);
  EXPECT_EQ(name_of(rows.at("host/turn_tires").status), name_of(Status::incorrect));
  EXPECT_EQ(name_of(rows.at("host/turn_a").status), name_of(Status::ok));
}

}  // namespace
