// Rows of one problem whose samples are taken in turn.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <rungs/variant.hpp>
#include <string>

#include "harness/engine/in_process.hpp"
#include "harness/engine/run_rows.hpp"
#include "harness/tests/cases/ramp/case.hpp"

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

/// So long that a hot sample is one launch.
template <char letter>
void add_often(const ramp::Problem& p, const ramp::Views& v, Stream) {
  launched += letter;
  for (int i = 0; i < 500; ++i) add_step(p, v);
}
const Variant<ramp::Case> c{{.name = "host/turn_c", .idea = "long", .launch = add_often<'c'>}};
const Variant<ramp::Case> d{{.name = "host/turn_d", .idea = "long", .launch = add_often<'d'>}};
const Variant<ramp::Case> longer{{.name = "host/turn_longer",
                                  .idea = "takes thirty times as long",
                                  .launch = [](const ramp::Problem& p, const ramp::Views& v, Stream) {
                                    for (int i = 0; i < 30; ++i) add_step(p, v);
                                  }}};
const Variant<ramp::Case> spoils{{.name = "host/turn_spoils",
                                  .idea = "changes its input after its fifth launch",
                                  .launch = [](const ramp::Problem& p, const ramp::Views& v, Stream) {
                                    launched += 's';
                                    add_step(p, v);
                                    if (std::count(launched.begin(), launched.end(), 's') > 5)
                                      const_cast<float*>(v.in)[3] = 7e5F;
                                  }}};
const Variant<ramp::Case> overruns{{.name = "host/turn_overruns",
                                    .idea = "writes past its output",
                                    .launch = [](const ramp::Problem& p, const ramp::Views& v, Stream) {
                                      launched += 'o';
                                      add_step(p, v);
                                      v.out[p.area()] = 1;
                                    }}};

/// The rows of these variants by name, and in `launched` the order of the launches.
std::map<std::string, Row> run(const std::vector<std::string>& names, bool interleave,
                               std::function<bool()> interrupted = {}, double min_time_s = 0,
                               Cache cache = Cache::cold, double time_limit_s = 0.5) {
  launched.clear();
  std::vector<PlannedRow> planned;
  const auto* first = Registry::global().find("ramp/host/" + names.front());
  const std::shared_ptr<const AnyProblem> problem = first->owner->problem({64, 64}, {});
  for (const std::string& name : names) {
    PlannedRow row;
    row.variant = Registry::global().find("ramp/host/" + name);
    row.backend = Backend::host;
    row.problem = problem;
    row.cache = cache;
    planned.push_back(row);
  }
  Group group;
  for (const PlannedRow& row : planned) group.push_back(&row);
  Rules rules;
  rules.stop = {40, min_time_s, 100, time_limit_s};
  InProcess runner(rules);
  std::map<std::string, Row> rows;
  run_rows(group, runner, interleave,
           {std::move(interrupted), [](const auto&) { return true; },
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

TEST(Interleave, WhatOneVariantDamagesIsNotLaidAtTheOthersDoor) {
  for (const bool interleave : {false, true}) {
    for (const char* name : {"turn_spoils", "turn_overruns"}) {
      const auto rows = run({"turn_a", name, "turn_b"}, interleave);
      EXPECT_EQ(name_of(rows.at("host/turn_a").status), name_of(Status::ok))
          << rows.at("host/turn_a").message;
      EXPECT_EQ(name_of(rows.at("host/turn_b").status), name_of(Status::ok))
          << rows.at("host/turn_b").message;
      EXPECT_EQ(name_of(rows.at(std::string("host/") + name).status), name_of(Status::incorrect));
    }
  }
}

TEST(Interleave, ARowThatHasEnoughSamplesGoesOnBesideTheOthers) {
  const auto rows = run({"turn_a", "turn_longer"}, true, {}, 0.02, Cache::cold, 60);
  const auto a_has = static_cast<double>(rows.at("host/turn_a").measurement->samples.size());
  const auto longer_has = static_cast<double>(rows.at("host/turn_longer").measurement->samples.size());
  EXPECT_GE(a_has, 60) << "it needs more than the longer one";
  EXPECT_NEAR(a_has, longer_has, 2);
}

TEST(Interleave, AHotSampleFollowsALaunchOfItsOwn) {
  EXPECT_EQ(run({"turn_c", "turn_d"}, true, {}, 0, Cache::hot, 60).size(), 2U);
  std::size_t alone = 0;  // launches between two of the other variant
  for (std::size_t i = 1; i + 1 < launched.size(); ++i)
    alone += launched[i] != launched[i - 1] && launched[i] != launched[i + 1] ? 1 : 0;
  EXPECT_LE(alone, 20U) << "those of verification, and no more: " << launched;
  EXPECT_GE(changes_of_letter(), 70U) << launched;
}

TEST(Interleave, AnInterruptionEndsItAtOnce) {
  int asked = 0;
  EXPECT_TRUE(run({"turn_a", "turn_b"}, true, [&] { return ++asked > 10; }).empty());
  EXPECT_LE(asked, 11);
}

TEST(Interleave, AVariantThatStopsComputingWhileOthersWriteTheSameOutputsIsCaught) {
  const auto rows = run({"turn_a", "turn_tires"}, true);
  EXPECT_EQ(name_of(rows.at("host/turn_tires").status), name_of(Status::incorrect));
  EXPECT_EQ(name_of(rows.at("host/turn_a").status), name_of(Status::ok));
}

}  // namespace
