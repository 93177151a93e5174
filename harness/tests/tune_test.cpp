// Versions of a tunable variant, of which bench --tune says which to choose.
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
#include "harness/tests/said.hpp"

namespace {

using namespace rungs;

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
  Rules rules;
  rules.stop = {40, 0, 100, 2};
  InProcess runner(rules);
  launches_of_wrong = 0;
  const std::vector<Row> rows = rows_of(plan.rows, runner, true);
  EXPECT_EQ(launches_of_wrong, 1) << "verified once, then left alone";
  const std::string text = winners_text(rows);
  EXPECT_HAS(text, " is the fastest of 4, ");
  EXPECT_HAS(text, "; 1 is wrong and not timed\n");
  EXPECT_EQ(text.find("count=0"), std::string::npos) << text;
}

Row made_up(const std::string& axes, double low, double median, double high) {
  Row row;
  row.variant = Registry::global().find("ramp/host/tuned");
  row.backend = Backend::host;
  row.axes = axes;
  row.cache = Cache::cold;
  row.measurement.emplace();
  row.measurement->samples.push_back({median, 0});
  row.measurement->summary = summarise({median});
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
