// The list of all variants: names, ladders, and what it says of mistakes.
#include <gtest/gtest.h>
#include <memory>
#include <rungs/variant.hpp>
#include <string>
#include <utility>
#include <vector>
#include "harness/tests/cases/ramp/case.hpp"
#include "harness/tests/testing.hpp"

namespace {

using namespace rungs;

/// An implementation whose launches do nothing, one for each of the versions.
Implementation made(const std::string& file, const std::vector<std::string>& versions = {""}) {
  Implementation one;
  one.file = file;
  for (const std::string& params : versions) one.versions.push_back({params, [](const LaunchArgs&) {}});
  return one;
}

/// A registry of variants of the ramp: what each is called or improves, and its file.
struct Made {
  VariantInfo info;
  Implementation implementation;
};
Registry registry_of(const std::vector<Made>& variants) {
  Registry registry;
  for (const Made& one : variants) registry.add(erased_case<ramp::Case>(), one.info, one.implementation);
  return registry;
}

VariantInfo improving(const std::string& other) {
  VariantInfo info;
  info.improves = other;
  return info;
}

TEST(RegistryDeathTest, WhatCannotBeRegisteredEndsTheProgram) {
  const auto ends = [](const std::vector<Made>& variants, const char* saying) {
    EXPECT_EXIT(registry_of(variants), ::testing::ExitedWithCode(2), saying);
  };
  const std::string two = "/src/cases/ramp/gpu/two.cu";
  VariantInfo twin;
  twin.name = "gpu/twin";
  ends({{twin, made("a.cpp")}, {twin, made("b.cpp")}}, "a.cpp and b.cpp");
  ends({{{}, made("/src/cases/other/gpu/two.cu")}}, "expected the file in a folder ramp/gpu");
  ends({{{}, made("/src/cases/ramp/two.cu")}}, "in a folder host, gpu or peer");
  ends({{{}, made(two, {"block=1", "width=2"})}}, "expected the axes of the first version");
  ends({{{}, made(two, {"block=1", "block=1"})}}, "declared twice");
  ends({{{}, made(two, {"block"})}}, "expected NAME=VALUE");
  ends({{{}, made(two, {"step=1"})}}, "has the name of a parameter");
  ends({{{}, made(two, {})}}, "has no launch function");
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
  told({}, "has no launch function; expected either launch or versions");
  told({.launch = shortly, .versions = {{"block=1", shortly}}},
       "has both launch and versions; expected either launch or versions");
  told({.launch = fully, .memory = pageable}, "pageable and all_gpus are for variants with copies");
  told({.launch = fully, .all_gpus = true}, "pageable and all_gpus are for variants with copies");
  const char* unseen = "has memory, workspace_bytes or prepare, which its launch function cannot use";
  told({.launch = shortly, .memory = copies_itself}, unseen);
  told({.workspace_bytes = two_bytes, .versions = {{"block=1", fully}, {"block=2", shortly}}}, unseen);
  told({.launch = shortly, .prepare = [](const RampCall&) { return std::make_unique<int>(7); }}, unseen);
}

TEST(Registry, TheNameIsThePath) {
  const Registry registry = registry_of({{{}, made("/src/./cases/x/../ramp/gpu/two.cu")}});
  const auto* found = registry.find("ramp/gpu/two");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->source, "cases/ramp/gpu/two.cu");
  registry.check();
}

TEST(Registry, VariantsThatImproveEachOtherAreACircle) {
  const Registry circle = registry_of({{improving("gpu/three"), made("/src/cases/ramp/gpu/two.cu")},
                                       {improving("gpu/two"), made("/src/cases/ramp/gpu/three.cu")}});
  EXPECT_HAS(message_of<BadUsage>([&] { return circle.check(), 0; }), "form a circle");
}

/// What check() says of a variant of this description that improves gpu/one, or none.
std::string said_of_step(VariantInfo info, Backend backend = Backend::cuda) {
  info.name = "gpu/two";
  Made one{{}, made("/src/cases/ramp/gpu/one.cu")}, two{std::move(info), made("/src/cases/ramp/gpu/two.cu")};
  one.implementation.backend = Backend::cuda;
  two.implementation.backend = backend;
  const Registry registry = registry_of({one, two});
  return message_of<BadUsage>([&] { return registry.check(), 0; });
}

TEST(Registry, AStepHasWhatFitsIt) {
  const std::string fine = "nothing thrown";
  VariantInfo step = improving("gpu/one");
  step.technique = {"carry", "shared-atomics"};
  step.step = Step::back;
  EXPECT_EQ(said_of_step(step), fine);
  EXPECT_EQ(said_of_step(step, Backend::host),
            "cases/ramp/gpu/two.cu: has a technique, step or no_technique, but from host to GPU is no step");
  step.technique = {"carry", "Carry"};
  EXPECT_HAS(said_of_step(step), "technique 'Carry'; expected a-z, 0-9 and -");
  step.technique = {"carry"};
  step.no_technique = "stands alone";
  EXPECT_HAS(said_of_step(step), "has a technique, and no_technique; expected one of them");
  VariantInfo first;
  first.technique = {"carry"};
  EXPECT_HAS(said_of_step(first), "but improves no variant");
}

}  // namespace
