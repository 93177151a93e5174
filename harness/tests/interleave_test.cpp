// Rows of one problem whose samples are taken in turn; and versions of a tunable variant, of which bench --tune says
// which to choose.
#include <gtest/gtest.h>
#include <map>
#include <rungs/variant.hpp>
#include <string>
#include <vector>
#include "harness/cli/parse_options.hpp"
#include "harness/engine/plan.hpp"
#include "harness/output/terminal.hpp"
#include "harness/tests/cases/ramp/case.hpp"
#include "harness/tests/run_row.hpp"
#include "harness/tests/testing.hpp"

namespace {

using namespace rungs;

std::string launched;             // a letter for each launch
std::map<char, int> launches_of;  // how often each letter is in it

using Compute = void (*)(const ramp::Problem&, const ramp::Views&);
constexpr Compute computes = ramp::Case::reference;
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
const auto overruns = turn<'o', writes_past_the_end>("host/turn_overruns");
const auto tires = turn<'t', computes, computes_nothing>("host/turn_tires");
const auto fails = turn<'f', computes, is_out_of_order>("host/turn_fails");
const auto spoils = turn<'s', computes, changes_input>("host/turn_spoils");

/// The rows of these variants by name, and in `launched` the order of the launches.
std::map<std::string, Row> run(const std::vector<std::string>& names) {
  launched.clear();
  launches_of.clear();
  std::vector<PlannedRow> planned;
  for (const std::string& name : names) {
    planned.push_back(planned_row("ramp/host/" + name, Backend::host, 64, Cache::cold));
    planned.back().problem = planned.front().problem;
  }
  InProcess runner(rules_with({40, 0, 100, 0.5}));
  std::map<std::string, Row> rows;
  for (Row& row : rows_of(planned, runner, true)) rows.emplace(row.variant->info.name, std::move(row));
  return rows;
}

std::size_t changes_of_letter() {
  std::size_t changes = 0;
  for (std::size_t i = 1; i < launched.size(); ++i) changes += launched[i] != launched[i - 1] ? 1 : 0;
  return changes;
}

TEST(Interleave, SamplesAreTakenInTurn) {
  const auto rows = run({"turn_a", "turn_b"});
  for (const auto& [name, row] : rows) {
    EXPECT_EQ(name_of(row.status), name_of(Status::ok)) << row.message;
    EXPECT_GE(row.measurement->samples.size(), 40U);
    EXPECT_EQ(row.measurement->visit_medians.size(), 2U);
  }
  EXPECT_GE(changes_of_letter(), 70U) << launched;
}

TEST(Interleave, WhatOneRowDoesIsNotLaidAtTheOthersDoor) {
  const std::map<std::string, Status> bad{{"turn_fails", Status::failed},
                                          {"turn_spoils", Status::incorrect},
                                          {"turn_overruns", Status::incorrect},
                                          {"turn_tires", Status::incorrect}};
  for (const auto& [name, status] : bad) {
    SCOPED_TRACE(name);
    const auto rows = run({"turn_a", name, "turn_b"});
    EXPECT_EQ(name_of(rows.at("host/" + name).status), name_of(status));
    EXPECT_FALSE(rows.at("host/" + name).timed());
    for (const char* other : {"host/turn_a", "host/turn_b"})
      EXPECT_EQ(name_of(rows.at(other).status), name_of(Status::ok)) << rows.at(other).message;
  }
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

TEST(Tune, TimesAllVersionsOfTunableVariantsButWrongOnes) {
  Options options;
  options.tune = true;
  options.filter = "ramp/host/tuned";
  options.sizes = parse_sizes("64");
  const Plan plan = make_plan(options, Registry::global(), false, true);
  InProcess runner(rules_with({40, 0, 100, 2}));
  launches_of_wrong = 0;
  const std::vector<Row> rows = rows_of(plan.rows, runner, true);
  EXPECT_EQ(launches_of_wrong, 1) << "verified once, then left alone";
  const std::string text = winners_text(rows);
  EXPECT_HAS(text, " is the fastest of 4, ");
  EXPECT_HAS(text, "; 1 is wrong and not timed\n");
  EXPECT_EQ(text.find("count=0"), std::string::npos) << text;
}

Row made_up(const std::string& axes, double low, double median, double high) {
  Row row = row_with(Registry::global().find("ramp/host/tuned"), Backend::host, median);
  row.axes = axes;
  row.measurement->summary.interval = Interval{low, high};
  return row;
}

TEST(Tune, NamesWhatCannotBeToldFromTheFastest) {
  const Row fast = made_up("count=1", 9.9, 10, 10.1), near = made_up("count=4", 10.05, 10.2, 10.3),
            far = made_up("count=16", 10.2, 10.3, 10.4);
  EXPECT_EQ(winners_text({far, near, fast}),
            "  tune host/tuned: count=1 is the fastest of 3, 10.0 us; not told from it: count=4 (2.0 % slower)"
            "; the default is among them\n");
  EXPECT_HAS(winners_text({fast, made_up("count=4", 10.2, 10.3, 10.4)}), "; the default count=4 is 3.0 % slower\n");
  EXPECT_EQ(winners_text({fast}), "");
}

}  // namespace
