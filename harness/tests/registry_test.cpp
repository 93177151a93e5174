// The list of all variants: names, ladders, and what it says of mistakes.
#include <gtest/gtest.h>

#include <rungs/core/registry.hpp>
#include <rungs/core/typed_problem.hpp>
#include <string>
#include <vector>

#include "harness/tests/cases/ramp/case.hpp"

namespace {

using namespace rungs;

TEST(Registry, TheLadderFollowsImproves) {
  const auto* right = Registry::global().find("ramp/gpu/right");
  ASSERT_NE(right, nullptr);
  EXPECT_EQ(Registry::global().previous(*right), nullptr);
  EXPECT_EQ(Registry::global().find("ramp/gpu/nosuch"), nullptr);
}

/// An implementation whose launches do nothing, one for each of the versions.
Implementation made(const std::string& file, const std::vector<std::string>& versions = {""}) {
  Implementation one;
  one.file = file;
  for (const std::string& params : versions) one.versions.push_back({params, [](const LaunchArgs&) {}});
  return one;
}

VariantInfo named(const std::string& name, const std::string& improves = "",
                  const std::string& gpu_only = "") {
  VariantInfo info;
  info.name = name;
  info.improves = improves;
  info.gpu_only = gpu_only;
  return info;
}

TEST(RegistryDeathTest, TwoVariantsOfOneNameStopTheProgramWithBothFiles) {
  const auto add = [] {
    Registry registry;
    registry.add(erased_case<ramp::Case>(), named("gpu/twin"), made("a.cpp"));
    registry.add(erased_case<ramp::Case>(), named("gpu/twin"), made("b.cpp"));
  };
  EXPECT_EXIT(add(), ::testing::ExitedWithCode(2), "a.cpp and b.cpp");
}

TEST(RegistryDeathTest, AVariantLiesBelowItsCase) {
  const auto add = [](const char* file) {
    Registry registry;
    registry.add(erased_case<ramp::Case>(), {}, made(file));
  };
  EXPECT_EXIT(add("/src/cases/other/gpu/two.cu"), ::testing::ExitedWithCode(2),
              "expected the file in a folder ramp/gpu");
  EXPECT_EXIT(add("/src/cases/ramp/two.cu"), ::testing::ExitedWithCode(2), "in a folder host, gpu or peer");
}

TEST(RegistryDeathTest, VersionsHaveTheSameAxes) {
  const auto add = [](const std::vector<std::string>& versions) {
    Registry registry;
    registry.add(erased_case<ramp::Case>(), {}, made("/src/cases/ramp/gpu/two.cu", versions));
  };
  EXPECT_EXIT(add({"block=1", "width=2"}), ::testing::ExitedWithCode(2),
              "expected the axes of the first version");
  EXPECT_EXIT(add({"block=1", "block=1"}), ::testing::ExitedWithCode(2), "declared twice");
  EXPECT_EXIT(add({"block"}), ::testing::ExitedWithCode(2), "expected NAME=VALUE");
  EXPECT_EXIT(add({"step=1"}), ::testing::ExitedWithCode(2), "has the name of a parameter");
  EXPECT_EXIT(add({}), ::testing::ExitedWithCode(2), "has no launch function");
}

TEST(RegistryDeathTest, AMistakeInADescriptionIsTold) {
  const auto add = [] {
    Registry registry;
    auto implementation = made("/src/cases/ramp/gpu/two.cu");
    implementation.mistake =
        "launch_with_workspace and workspace_bytes belong together; one of them is missing";
    registry.add(erased_case<ramp::Case>(), {}, std::move(implementation));
  };
  EXPECT_EXIT(add(), ::testing::ExitedWithCode(2), "two.cu: ramp/gpu/two: launch_with_workspace and");
}

std::string complaint(const Registry& registry) {
  try {
    registry.check();
  } catch (const BadUsage& error) {
    return error.what();
  }
  return "";
}

TEST(Registry, TheNameIsThePath) {
  Registry registry;
  registry.add(erased_case<ramp::Case>(), {}, made("/src/./cases/x/../ramp/gpu/two.cu"));
  const auto* found = registry.find("ramp/gpu/two");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->source, "cases/ramp/gpu/two.cu");
  EXPECT_EQ(complaint(registry), "");
}

TEST(Registry, SaysWhatAFileForgetsOrMisspells) {
  Registry registry;
  registry.add(erased_case<ramp::Case>(), {}, made("/src/cases/ramp/gpu/two.cu"));
  registry.expect("/src/cases/ramp/gpu/two.cu");
  EXPECT_EQ(complaint(registry), "");
  registry.expect("/src/cases/ramp/gpu/silent.cu");
  EXPECT_NE(complaint(registry).find("cases/ramp/gpu/silent.cu: is compiled, but registers no variant"),
            std::string::npos);
  Registry other;
  other.add(erased_case<ramp::Case>(), named("", "gpu/twoo"), made("/src/cases/ramp/gpu/three.cu"));
  other.add(erased_case<ramp::Case>(), {}, made("/src/cases/ramp/gpu/two.cu"));
  EXPECT_NE(complaint(other).find("cases/ramp/gpu/three.cu: improves 'gpu/twoo'"), std::string::npos);
  EXPECT_NE(complaint(other).find("nearest is gpu/two"), std::string::npos);
  Registry circle;
  circle.add(erased_case<ramp::Case>(), named("", "gpu/three"), made("/src/cases/ramp/gpu/two.cu"));
  circle.add(erased_case<ramp::Case>(), named("", "gpu/two"), made("/src/cases/ramp/gpu/three.cu"));
  EXPECT_NE(complaint(circle).find("form a circle"), std::string::npos);
}

TEST(Registry, WhatTheSimulatorCannotRunIsListedWithItsReason) {
  Registry registry;
  auto nothing = made("/src/cases/ramp/gpu/two.cu", {});
  nothing.backend = Backend::simulator;
  registry.add(erased_case<ramp::Case>(), named("", "", "it reads a clock"), nothing);
  const auto* found = registry.find("ramp/gpu/two");
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(found->on.empty());
  EXPECT_EQ(found->info.gpu_only, "it reads a clock");
}

}  // namespace
