// Every wrong variant must be caught, on the simulator and, where
// there is one, on a GPU; the right one must pass.
#include <gtest/gtest.h>

#include "harness/cli/run_row.hpp"
#include "harness/measure/gpus.hpp"
#include "harness/tests/cases/ramp/case.hpp"

namespace {

using namespace rungs;

struct Expected {
  const char* variant;
  Status status;
  const char* words;  ///< what the message must say
};

const Expected expectations[] = {
    {"right", Status::ok, ""},
    {"off_by_one", Status::incorrect, "1 wrong; first at (63, 63)"},
    {"stale_output", Status::incorrect, "4096 wrong"},
    {"does_nothing", Status::incorrect, "4096 wrong"},
    {"writes_outside", Status::incorrect, "wrote past the end of out"},
    {"writes_before", Status::incorrect, "wrote before the start of out"},
    {"changes_input", Status::incorrect, "changed its input in"},
    {"other_stream", Status::failed, "stream"},
    {"nan", Status::incorrect, "nan"},
    {"no_upload", Status::incorrect, "wrong; first"},
    {"throws", Status::failed, "out of ideas"},
    {"lost_update", Status::incorrect, "4096 wrong; first at (0, 0)"},
};
/// A race that takes place on a GPU alone: see its file.
const Expected plain_race = {"lost_update_plain", Status::incorrect, "4096 wrong; first at (0, 0)"};

Row run_on(Backend backend, const std::string& name) {
  Executors executors(0, 1);
  ProblemMemory memory(executors);
  const auto* variant = Registry::global().find("ramp/gpu/" + name);
  EXPECT_NE(variant, nullptr) << name;
  PlannedRow planned;
  planned.variant = variant;
  planned.backend = backend;
  planned.problem = variant->owner->problem({64, 64}, {});
  if (backend == Backend::cuda) planned.cache = Cache::cold;
  RowRules rules;
  rules.stop = {2, 0.001, 100, 0.2};
  return run_row(planned, memory, executors, rules);
}

void check(const Row& row, const Expected& expected) {
  EXPECT_EQ(name_of(row.status), name_of(expected.status)) << expected.variant << ": " << row.message;
  EXPECT_NE(row.message.find(expected.words), std::string::npos) << expected.variant << ": " << row.message;
  EXPECT_TRUE(expected.status == Status::ok || !row.timed()) << "a wrong variant must have no time";
}

TEST(WrongVariants, AreCaughtOnTheSimulator) {
  for (const Expected& expected : expectations) check(run_on(Backend::simulator, expected.variant), expected);
}

TEST(WrongVariants, TheSimulatorDoesNotSeeARaceBetweenBarriers) {
  check(run_on(Backend::simulator, plain_race.variant), {plain_race.variant, Status::ok, ""});
}

TEST(WrongVariants, AreCaughtOnAGpu) {
  std::string why_none;
  if (gpus(&why_none).empty()) GTEST_SKIP() << "no CUDA device: " << why_none;
  for (const Expected& expected : expectations) check(run_on(Backend::cuda, expected.variant), expected);
  check(run_on(Backend::cuda, plain_race.variant), plain_race);
}

TEST(WrongVariants, ACrashOnAGpuIsARowAndNotTheEndOfTheProgram) {
  std::string why_none;
  if (gpus(&why_none).empty()) GTEST_SKIP() << "no CUDA device: " << why_none;
  Executors executors(0, 1);
  ProblemMemory memory(executors);
  const auto* crashes = Registry::global().find("ramp/gpu/crashes");
  const auto* right = Registry::global().find("ramp/gpu/right");
  PlannedRow planned;
  planned.backend = Backend::cuda;
  planned.problem = right->owner->problem({64, 64}, {});
  planned.variant = crashes;
  const Row crashed = run_row(planned, memory, executors, {});
  EXPECT_EQ(name_of(crashed.status), name_of(Status::failed)) << crashed.message;
  planned.variant = right;
  // Not every driver gives a process a fresh state after a crash; the row after it is right or says what is
  // wrong.
  const Row after = run_row(planned, memory, executors, {});
  EXPECT_TRUE(after.status == Status::ok || !after.message.empty()) << name_of(after.status);
}

}  // namespace
