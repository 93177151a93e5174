// The list of all variants: names, ladders, and what it says of mistakes.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <rungs/variant.hpp>
#include <string>
#include <utility>
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

using Spec = VariantSpec<ramp::Case>;
using RampCall = rungs::Call<ramp::Case>;

void shortly(const ramp::Problem&, const ramp::Views&, Stream) {}
void fully(const RampCall&) {}
std::size_t two_bytes(const ramp::Problem&) { return 2; }

/// Registers a variant, which ends the process if it is described wrongly.
const Implementation& described(Spec spec) {
  spec.name = "host/described";
  const VariantOn<ramp::Case, Backend::host> variant(std::move(spec), "/src/cases/ramp/host/described.cpp");
  return Registry::global().find("ramp/host/described")->on.at(Backend::host);
}

TEST(RegistryDeathTest, AMistakeInADescriptionIsTold) {
  const auto told = [](Spec spec, const char* mistake) {
    EXPECT_EXIT(described(std::move(spec)), ::testing::ExitedWithCode(2),
                std::string("host/described.cpp: ramp/host/described: ") + mistake);
  };
  told({}, "has 0 launch functions; expected either launch or versions");
  told({.launch = shortly, .versions = {{"block=1", shortly}}}, "has 2 launch functions");
  told({.launch = fully, .memory = pageable}, "pageable and all_gpus are for variants with copies");
  told({.launch = fully, .all_gpus = true}, "pageable and all_gpus are for variants with copies");
  const char* unseen = "has memory, workspace_bytes or prepare, which its launch function cannot use";
  told({.launch = shortly, .memory = copies_itself}, unseen);
  told({.workspace_bytes = two_bytes, .versions = {{"block=1", fully}, {"block=2", shortly}}}, unseen);
  told({.launch = shortly, .prepare = [](const RampCall&) { return std::make_unique<int>(7); }}, unseen);
}

/// What a launch was given, as text: the memory of its output, that on the host, workspace and state.
std::string given;
void note(const void* out, const void* host, const std::byte* workspace, int state) {
  const auto value = [](const void* at) {
    return at == nullptr ? "-" : std::to_string(*static_cast<const char*>(at));
  };
  given = value(out) + " " + value(host) + " " + value(workspace) + " " + std::to_string(state);
}

/// Describes, prepares and launches a variant in a process of its own; ends it with what the launch was
/// given.
void launched(Spec spec) {
  const Implementation& made = described(std::move(spec));
  char bytes[] = {0, 1, 2, 3};
  void* const device[] = {bytes, bytes + 1};
  void* const host[] = {bytes, bytes + 2};
  const auto problem = erased_case<ramp::Case>().problem(ramp::Case::default_size, {});
  LaunchArgs args{.problem = *problem, .memory = device, .host_memory = {}, .stream = {}};
  if (made.with_copies) args.host_memory = host;
  if (made.workspace_bytes) args.workspace = reinterpret_cast<std::byte*>(bytes + 3);
  std::shared_ptr<void> state;
  if (made.prepare) state = made.prepare(args);
  args.state = state.get();
  made.versions.front().launch(args);
  std::fprintf(stderr, "given %s%s\n", given.c_str(), made.pageable ? ", pageable" : "");
  std::exit(0);
}

TEST(RegistryDeathTest, ALaunchIsGivenWhatItsDescriptionSays) {
  using ramp::Problem, ramp::Views;
  const auto gives = [](Spec spec, const char* expected) {
    EXPECT_EXIT(launched(std::move(spec)), ::testing::ExitedWithCode(0),
                std::string("given ") + expected + "\n");
  };
  const auto run = [](const RampCall& call) {
    note(call.views.out, call.host.out, call.workspace, call.prepared == nullptr ? 0 : call.state<int>());
  };
  const auto make = [](const RampCall&) { return std::make_unique<int>(7); };
  gives({.launch = [](const Problem&, const Views& v, Stream) { note(v.out, nullptr, nullptr, 0); }},
        "1 - - 0");
  gives({.launch = run}, "1 - - 0");
  gives({.launch = run, .memory = copies_itself | pageable}, "1 2 - 0, pageable");
  gives({.workspace_bytes = two_bytes, .prepare = make, .versions = {{"block=1", run}}}, "1 - 3 7");
  // The old names.
  gives({.launch_with_copies = [](const Problem&, const Views& v, const Views& host,
                                  Stream) { note(v.out, host.out, nullptr, 0); },
         .pageable = true},
        "1 2 - 0, pageable");
  gives({.launch_with_workspace = [](const Problem&, const Views& v, std::byte* workspace,
                                     Stream) { note(v.out, nullptr, workspace, 0); },
         .workspace_bytes = two_bytes},
        "1 - 3 0");
  gives({.prepared = prepared(
             +[](const Problem&, const Views&, Stream) { return std::make_unique<int>(7); },
             +[](const Problem&, const Views& v, int& state, Stream) {
               note(v.out, nullptr, nullptr, state);
             })},
        "1 - - 7");
  gives({.prepared = prepared_with_copies(
             +[](const Problem&, Stream) { return std::make_unique<int>(7); },
             +[](const Problem&, const Views& v, const Views& host, int& state, Stream) {
               note(v.out, host.out, nullptr, state);
             })},
        "1 2 - 7");
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
