// From the command line to the order of rows.
#include "harness/bench/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/bench/sizes.hpp"
#include "harness/measure/ranges.hpp"
#include "harness/tests/ramp_case.hpp"

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

TEST(Sizes, SquaresRectanglesAndRanges) {
  EXPECT_EQ(parse_sizes("7,1920x1080"), (std::vector<Size>{{7, 7}, {1920, 1080}}));
  EXPECT_EQ(parse_sizes("256..1024*2"), (std::vector<Size>{{256, 256}, {512, 512}, {1024, 1024}}));
  EXPECT_EQ(parse_sizes("10..25+10"), (std::vector<Size>{{10, 10}, {20, 20}}));
}

TEST(Sizes, RefusesEverythingElse) {
  for (const char* text : {"", "0", "abc", "-1", "1x", "x1", "1x0", "99999999999", "1,,2", "1..2", "2..1*2",
                           "1..9*1", "1..9*0", "1..9+0", "1.5", " 1", "1x1x1", "1..1000000+1"}) {
    EXPECT_THROW(static_cast<void>(parse_sizes(text)), BadUsage) << text;
  }
}

TEST(Plan, NoColdRowFollowsAHotOne) {
  Options options = asking("ramp/gpu/(right|nan)$");
  options.cache = "both";
  options.sizes = "8,16,32";
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
  options.sizes = "8,16";
  options.params = {"step=all"};
  EXPECT_EQ(plan_of(options).rows.size(), 6U);
}

TEST(Plan, WithoutAGpuVariantsGoToTheSimulator) {
  const Plan plan = plan_of(asking("ramp/gpu/right"), false);
  ASSERT_EQ(plan.rows.size(), 1U);
  EXPECT_EQ(plan.rows[0].backend, Backend::simulator);
  EXPECT_FALSE(plan.rows[0].cache) << "a simulated row is never timed";
  EXPECT_EQ(plan.rows[0].problem->size(), ramp::Case::simulator_size);
  EXPECT_EQ(plan.remarks.size(), 1U);
}

TEST(Plan, AwkwardShapesComeUnderThreeSeeds) {
  Options options = asking("ramp/gpu/right");
  options.awkward = true;
  options.backend = "simulator";
  EXPECT_EQ(plan_of(options).rows.size(), 2U * 3U);
}

TEST(Plan, BadUsageSaysWhatIsLegal) {
  const auto message = [](const Options& options) -> std::string {
    try {
      static_cast<void>(plan_of(options));
    } catch (const BadUsage& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(message(asking("ramp/gpu/rigth")).find("ramp/gpu/right"), std::string::npos);
  EXPECT_NE(message(asking("(")).find("regular expression"), std::string::npos);
  Options options = asking("ramp");
  options.params = {"nosuch=1"};
  EXPECT_NE(message(options).find("legal are step"), std::string::npos);
  options.params = {"step=10"};
  EXPECT_NE(message(options).find("1 to 9"), std::string::npos);
  options.params = {"step=-1"};
  EXPECT_NE(message(options).find("1 to 9"), std::string::npos);
  options = asking("ramp/gpu/");
  options.backend = "host";
  EXPECT_NE(message(options).find("--backend host"), std::string::npos);
}

TEST(Ranges, NamesAvoidTheProfilersSyntax) {
  const std::string name = range_name("stitch/gpu/modulo/1x1/a=1;b=[2,3]*@+ x");
  EXPECT_EQ(name.find_first_of("/@,[]*+ ;"), std::string::npos);
  EXPECT_TRUE(name.starts_with("stitch.gpu.modulo.1x1.a=1"));
}

TEST(Registry, TheLadderFollowsImproves) {
  const auto* right = Registry::global().find("ramp/gpu/right");
  ASSERT_NE(right, nullptr);
  EXPECT_EQ(Registry::global().previous(*right), nullptr);
  EXPECT_EQ(Registry::global().first(*right), nullptr);
  EXPECT_EQ(Registry::global().find("ramp/gpu/nosuch"), nullptr);
}

TEST(RegistryDeathTest, TwoVariantsOfOneNameStopTheProgramWithBothFiles) {
  const auto add = [] {
    Registry registry;
    registry.add(erased_case<ramp::Case>(), {"gpu/twin", "", "", "", "", 1},
                 {Backend::host, "a.cpp", {}, {}, false});
    registry.add(erased_case<ramp::Case>(), {"gpu/twin", "", "", "", "", 1},
                 {Backend::host, "b.cpp", {}, {}, false});
  };
  EXPECT_EXIT(add(), ::testing::ExitedWithCode(2), "a.cpp and b.cpp");
}

TEST(RegistryDeathTest, AVariantLiesWhereItsNameSays) {
  const auto add = [] {
    Registry registry;
    registry.add(erased_case<ramp::Case>(), {"gpu/one", "", "", "", "", 1},
                 {Backend::cuda, "/src/cases/ramp/gpu/two.cu", {}, {}, false});
  };
  EXPECT_EXIT(add(), ::testing::ExitedWithCode(2), "belongs into cases/ramp/gpu/one");
}

}  // namespace
