// Rows of one problem whose samples are taken in turn; and versions of a tunable variant, as by bench --tune.
#include <gtest/gtest.h>
#include <algorithm>
#include <map>
#include <rungs/variant.hpp>
#include <string>
#include <vector>
#include "harness/cli/parse_options.hpp"
#include "harness/engine/plan.hpp"
#include "harness/tests/cases/ramp/case.hpp"
#include "harness/tests/run_row.hpp"
#include "harness/tests/testing.hpp"

namespace {

using namespace rungs;

std::string launched;             // a letter for each launch
std::map<char, int> launches_of;  // how often each letter is in it

using Compute = void (*)(const ramp::Problem&, const ramp::Views&);
constexpr Compute computes = ramp::Case::reference;
/// So long that a hot sample is one launch.
template <int count> void often(const ramp::Problem& p, const ramp::Views& v) {
  for (int i = 0; i < count; ++i) computes(p, v);
}
void writes_past_the_end(const ramp::Problem& p, const ramp::Views& v) {
  computes(p, v);
  v.out[p.area()] = 1;
}
// What these do after their fifth launch.
void computes_nothing(const ramp::Problem&, const ramp::Views&) {}
void is_out_of_order(const ramp::Problem&, const ramp::Views&) { throw Failed("out of order"); }
void changes_input(const ramp::Problem& p, const ramp::Views& v) {
  computes(p, v);
  const_cast<float*>(v.in)[3] = 7e5F;
}

template <char letter, Compute first_five, Compute later = first_five> Variant<ramp::Case> turn(const char* name) {
  return Variant<ramp::Case>(
      {.name = name, .idea = "notes its launches", .launch = [](const ramp::Problem& p, const ramp::Views& v, Stream) {
         launched += letter;
         (++launches_of[letter] <= 5 ? first_five : later)(p, v);
       }});
}
const auto a = turn<'a', computes>("host/turn_a");
const auto b = turn<'b', computes>("host/turn_b");
const auto c = turn<'c', often<500>>("host/turn_c");
const auto d = turn<'d', often<500>>("host/turn_d");
const auto longer = turn<'l', often<30>>("host/turn_longer");
const auto overruns = turn<'o', writes_past_the_end>("host/turn_overruns");
const auto tires = turn<'t', computes, computes_nothing>("host/turn_tires");
const auto fails = turn<'f', computes, is_out_of_order>("host/turn_fails");
const auto spoils = turn<'s', computes, changes_input>("host/turn_spoils");

/// The rows of these variants by name, and in `launched` the order of the launches.
std::map<std::string, Row> run(const std::vector<std::string>& names, bool interleave,
                               std::function<bool()> interrupted = {}, double min_time_s = 0, Cache cache = Cache::cold,
                               double time_limit_s = 0.5) {
  launched.clear();
  launches_of.clear();
  std::vector<PlannedRow> planned;
  for (const std::string& name : names) {
    planned.push_back(planned_row("ramp/host/" + name, Backend::host, 64, cache));
    planned.back().problem = planned.front().problem;
  }
  InProcess runner(rules_with({40, min_time_s, 100, time_limit_s}));
  std::map<std::string, Row> rows;
  for (Row& row : rows_of(planned, runner, interleave, std::move(interrupted)))
    rows.emplace(row.variant->info.name, std::move(row));
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

TEST(Interleave, WhatOneRowDoesIsNotLaidAtTheOthersDoor) {
  const std::map<std::string, Status> bad{{"turn_fails", Status::failed},
                                          {"turn_spoils", Status::incorrect},
                                          {"turn_overruns", Status::incorrect},
                                          {"turn_tires", Status::incorrect}};
  for (const auto& [name, status] : bad) {
    for (const bool interleave : {false, true}) {
      SCOPED_TRACE(name);
      const auto rows = run({"turn_a", name, "turn_b"}, interleave);
      EXPECT_EQ(name_of(rows.at("host/" + name).status), name_of(status));
      EXPECT_FALSE(rows.at("host/" + name).timed());
      for (const char* other : {"host/turn_a", "host/turn_b"}) {
        EXPECT_EQ(name_of(rows.at(other).status), name_of(Status::ok)) << rows.at(other).message;
        EXPECT_GE(rows.at(other).measurement->samples.size(), 40U);
      }
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

int launches_of_wrong = 0;

template <int count> void times(const ramp::Problem& p, const ramp::Views& v, Stream) {
  for (int i = 0; i < count; ++i) ramp::Case::reference(p, v);
}
/// The fastest of all, were it timed.
void computes_nothing_at_all(const ramp::Problem&, const ramp::Views&, Stream) { ++launches_of_wrong; }

const Variant<ramp::Case> tuned({.name = "host/tuned",
                                 .idea = "computes several times",
                                 .versions = {{"count=4", times<4>},
                                              {"count=16", times<16>},
                                              {"count=0", computes_nothing_at_all},
                                              {"count=1", times<1>}},
                                 .tunable = true});
const Variant<ramp::Case> fixed({.name = "host/tuned_by_hand",
                                 .idea = "has versions, none to be tried",
                                 .versions = {{"of=1", times<1>}, {"of=2", times<2>}}});

Plan plan_for(const std::string& filter) {
  Options options;
  options.tune = true;
  options.filter = filter;
  options.sizes = parse_sizes("64");
  return make_plan(options, Registry::global(), false, true);
}

TEST(Tune, PlansAllVersionsOfTunableVariants) {
  EXPECT_EQ(plan_for("ramp/host/tuned").rows.size(), 4U);
  EXPECT_THROW(plan_for("ramp/host/tuned_by_hand"), BadUsage);
}

TEST(Tune, TimesNoWrongVersion) {
  const Plan plan = plan_for("ramp/host/tuned$");
  InProcess runner(rules_with({40, 0, 100, 2}));
  launches_of_wrong = 0;
  const std::vector<Row> rows = rows_of(plan.rows, runner, true);
  EXPECT_EQ(launches_of_wrong, 1) << "verified once, then left alone";
  EXPECT_EQ(std::ranges::count_if(rows, &Row::timed), 3);
}

}  // namespace
