// From the command line to the order of rows.
#include "harness/engine/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/cli/parse_options.hpp"
#include "harness/engine/asked_values.hpp"
#include "harness/measure/ranges.hpp"
#include "harness/tests/cases/ramp/case.hpp"
#include "harness/tests/cases/volume/case.hpp"
#include "harness/tests/said.hpp"

namespace {

using namespace rungs;

Options asking(const std::string& filter) {
  Options options;
  options.filter = filter;
  return options;
}

Plan plan_of(const Options& options, bool gpu_there = true) {
  return make_plan(options, Registry::global(), gpu_there, true);
}

/// The sides that a list of sizes gives for a case, as text.
std::vector<std::string> sizes(const std::string& text, const std::string& of = "ramp") {
  std::vector<std::string> list;
  const AnyCase& one = *Registry::global().find_case(of);
  for (const AskedSize& asked : parse_sizes(text))
    list.push_back(to_string(sides_of(asked, one, one.default_size())));
  return list;
}

using Texts = std::vector<std::string>;

TEST(Sizes, SquaresRectanglesAndRanges) {
  EXPECT_EQ(sizes("7,1920x1080"), (Texts{"7x7", "1920x1080"}));
  EXPECT_EQ(sizes("256..1024*2"), (Texts{"256x256", "512x512", "1024x1024"}));
  EXPECT_EQ(sizes("10..25+10"), (Texts{"10x10", "20x20"}));
  EXPECT_EQ(sizes("7,2x3x4", "volume"), (Texts{"7x7x7", "2x3x4"}));
}

TEST(Sizes, SidesByName) {
  EXPECT_EQ(sizes("n=7", "volume"), (Texts{"8x7x2"})) << "the others are the default's";
  EXPECT_EQ(sizes("k=1,n=2,m=3", "volume"), (Texts{"3x2x1"}));
  EXPECT_EQ(sizes("m=1,n=2,m=3,5", "volume"), (Texts{"1x2x2", "3x4x2", "5x5x5"}));
  EXPECT_EQ(sizes("m=1..4*2,k=5..7+2", "volume"),
            (Texts{"1x4x5", "1x4x7", "2x4x5", "2x4x7", "4x4x5", "4x4x7"}));
  EXPECT_EQ(sizes("height=9", "ramp"), (Texts{"64x9"}));
  EXPECT_THROW(static_cast<void>(sizes("q=1", "volume")), BadUsage);
}

TEST(Sizes, ACaseRefusesAnotherNumberOfSides) {
  const auto problem_of = [](const char* name, const char* text) {
    const AnyCase& of = *Registry::global().find_case(name);
    return of.problem(sides_of(parse_sizes(text).at(0), of, of.default_size()), {});
  };
  EXPECT_EQ(to_string(problem_of("volume", "2x3x4")->size()), "2x3x4");
  EXPECT_THROW(static_cast<void>(problem_of("volume", "2x3")), BadUsage);
  EXPECT_THROW(static_cast<void>(problem_of("ramp", "2x3x4")), BadUsage);
  EXPECT_THROW(static_cast<void>(problem_of("volume", "1073741824x1073741824x2")), BadUsage) << "2^61";
}

TEST(Sizes, RefusesEverythingElse) {
  for (const char* text : {"",
                           "0",
                           "abc",
                           "-1",
                           "1x",
                           "x1",
                           "1x0",
                           "99999999999",
                           "1,,2",
                           "1..2",
                           "2..1*2",
                           "1..9*1",
                           "1..9*0",
                           "1..9+0",
                           "1.5",
                           " 1",
                           "1x1x1x1",
                           "1..1000000+1",
                           "=1",
                           "m=",
                           "m=0",
                           "m=1..2",
                           "m=1..1000+1,n=1..1000+1",
                           "m=1x2"}) {
    EXPECT_THROW(static_cast<void>(parse_sizes(text)), BadUsage) << text;
  }
}

TEST(Plan, NoColdRowFollowsAHotOne) {
  Options options = asking("ramp/gpu/(right|nan)$");
  options.caches = {Cache::cold, Cache::hot};
  options.sizes = parse_sizes("8,16,32");
  const Plan plan = plan_of(options);
  ASSERT_EQ(plan.rows.size(), 12U);
  const auto first_hot = std::find_if(plan.rows.begin(), plan.rows.end(),
                                      [](const auto& row) { return row.cache == Cache::hot; });
  EXPECT_EQ(first_hot - plan.rows.begin(), 6);
  EXPECT_TRUE(
      std::all_of(first_hot, plan.rows.end(), [](const auto& row) { return row.cache == Cache::hot; }));
}

TEST(Plan, TheSeedDrawsTheOrderWithinAProblem) {
  std::set<std::vector<std::string>> orders;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Options options = asking("ramp/gpu/");
    options.seed = seed;
    std::vector<std::string> names;
    for (const auto& row : plan_of(options).rows) names.push_back(row.variant->info.name);
    orders.insert(names);
    std::vector<std::string> again;
    for (const auto& row : plan_of(options).rows) again.push_back(row.variant->info.name);
    EXPECT_EQ(names, again);
  }
  EXPECT_GT(orders.size(), 4U);
}

TEST(Plan, RunsEveryCombinationOfSizesAndParameters) {
  Options options = asking("ramp/gpu/right");
  options.sizes = parse_sizes("8,16");
  options.params = {{"step", {"all"}}};
  EXPECT_EQ(plan_of(options).rows.size(), 6U);
}

TEST(Plan, WithoutAGpuVariantsGoToTheSimulator) {
  const Plan plan = plan_of(asking("ramp/gpu/right"), false);
  ASSERT_EQ(plan.rows.size(), 1U);
  EXPECT_EQ(plan.rows[0].backend, Backend::simulator);
  EXPECT_FALSE(plan.rows[0].cache) << "a simulated row is never timed";
  EXPECT_EQ(plan.rows[0].problem->size(), Extents(ramp::Case::simulator_size));
  EXPECT_EQ(plan.remarks.size(), 1U);
}

TEST(Plan, ProfilersGetTheSizeForThem) {
  Options options = asking("ramp/gpu/right");
  EXPECT_EQ(plan_of(options).rows.at(0).problem->size(), Extents(ramp::Case::default_size));
  options.profile = true;
  EXPECT_EQ(plan_of(options).rows.at(0).problem->size(), Extents(ramp::Case::profile_size));
  options.sizes = parse_sizes("8");
  EXPECT_EQ(plan_of(options).rows.at(0).problem->size(), Extents(Size{8, 8}));
}

TEST(Plan, EdgeCasesComeUnderThreeSeeds) {
  Options options = asking("ramp/gpu/right");
  options.edge_cases = true;
  options.backend = Backend::simulator;
  EXPECT_EQ(plan_of(options).rows.size(), 2U * 3U);
}

TEST(Plan, BadUsageSaysWhatIsExpected) {
  const auto message = [](const Options& options) {
    return message_of<BadUsage>([&] { return plan_of(options); });
  };
  EXPECT_HAS(message(asking("ramp/gpu/rigth")), "ramp/gpu/right");
  EXPECT_HAS(message(asking("(")), "regular expression");
  Options options = asking("ramp");
  options.params = {{"nosuch", {"1"}}};
  EXPECT_HAS(message(options), "expected step");
  options.params = {{"step", {"10"}}};
  EXPECT_HAS(message(options), "1 to 9");
  options.params = {{"step", {"-1"}}};
  EXPECT_HAS(message(options), "1 to 9");
  options = asking("ramp/gpu/");
  options.backend = Backend::host;
  EXPECT_HAS(message(options), "--backend host");
}

TEST(Ranges, NamesAvoidTheProfilersSyntax) {
  const std::string name = range_name("stitch/gpu/modulo/1x1/a=1;b=[2,3]*@+ x");
  EXPECT_EQ(name.find_first_of("/@,[]*+ ;"), std::string::npos);
  EXPECT_TRUE(name.starts_with("stitch.gpu.modulo.1x1.a=1"));
}

TEST(Plan, AnAxisIsSweptLikeAParameterAndNamedInTheRow) {
  const auto params = [](const std::vector<AskedParameter>& asked) {
    Options options = asking("volume/gpu/versions");
    options.backend = Backend::simulator;
    options.params = asked;
    std::set<std::string> found;
    for (const PlannedRow& row : plan_of(options).rows) found.insert(params_of(row));
    return found;
  };
  using Set = std::set<std::string>;
  EXPECT_EQ(params({}), (Set{"scale=0.5;block=32;index=narrow"})) << "the first version is the default";
  EXPECT_EQ(params({{"block", {"64"}}}), (Set{"scale=0.5;block=64;index=narrow"}));
  EXPECT_EQ(params({{"block", {"all"}}, {"index", {"wide"}}, {"scale", {"0.1"}}}),
            (Set{"scale=0.1;block=32;index=wide", "scale=0.1;block=64;index=wide"}));
  EXPECT_THROW(params({{"block", {"128"}}}), BadUsage);
  EXPECT_THROW(params({{"scale", {"5"}}}), BadUsage);
  EXPECT_THROW(params({{"scale", {"nan"}}}), BadUsage);
}

}  // namespace
