// A row as a worker gets it: the same that was planned.
#include <gtest/gtest.h>

#include "harness/cli/parse_options.hpp"
#include "harness/engine/messages.hpp"

namespace {

using namespace rungs;

/// The first input of a problem.
std::vector<std::byte> input_of(const AnyProblem& problem) {
  const auto buffers = problem.buffers();
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].role != Role::input) continue;
    std::vector<std::byte> bytes(buffers[i].bytes);
    problem.generate(i, bytes.data(), 7);
    return bytes;
  }
  return {};
}

/// The rows of a plan, as a worker finds them.
void check_all(const Options& options, std::size_t rows) {
  const Plan plan = make_plan(options, Registry::global(), true, true);
  EXPECT_EQ(plan.rows.size(), rows);
  Tasks tasks;
  const PlannedRow* last = nullptr;
  std::shared_ptr<const AnyProblem> last_problem;
  for (const PlannedRow& planned : plan.rows) {
    const auto sent = unpacked<Request>(packed(Request(ToVisit{{task_of(planned), {}}})));
    const PlannedRow found = tasks.planned(std::get<ToVisit>(sent).at(0).task);
    EXPECT_EQ(describe(found), describe(planned));
    EXPECT_EQ(found.variant, planned.variant);
    EXPECT_EQ(found.version, planned.version);
    EXPECT_EQ(found.unsupported, planned.unsupported);
    EXPECT_EQ(found.seed, planned.seed);
    EXPECT_EQ(found.edge_case, planned.edge_case);
    EXPECT_EQ(input_of(*found.problem), input_of(*planned.problem)) << describe(planned);
    EXPECT_EQ(found.problem == last_problem, last != nullptr && planned.problem == last->problem);
    last = &planned;
    last_problem = found.problem;
  }
}

TEST(Tasks, SayAllThatARowOfThePlanDoes) {
  Options options;
  options.filter = "^ramp/(gpu/(right|nan)|host/right)$";
  options.sizes = parse_sizes("7,8x3");
  options.params = {{"step", {"2", "5"}}};
  options.caches = {Cache::cold, Cache::hot};
  check_all(options, 3U * 2 * 2 * 2);
  options = {};
  options.filter = "^volume/gpu/versions$";
  options.backend = Backend::simulator;
  options.params = {{"scale", {"0.1", "0.5"}}, {"block", {"all"}}, {"index", {"all"}}};
  check_all(options, 2U * 4);
}

TEST(Tasks, SayWhichEdgeCase) {
  Options options;
  options.filter = "^(ramp/gpu/right|volume/gpu/versions)$";
  options.edge_cases = true;
  std::size_t problems = 0;
  for (const char* name : {"ramp", "volume"})
    problems += Registry::global().find_case(name)->edge_cases().size();
  check_all(options, 3 * problems);
}

TEST(Tasks, OfWhatAWorkerDoesNotHaveAreRefused) {
  Tasks tasks;
  Task task;
  task.variant = "ramp/gpu/no";
  task.size = {8, 8};
  EXPECT_THROW(static_cast<void>(tasks.planned(task)), BadUsage);
  task.variant = "volume/gpu/versions";
  task.axes = "block=7";
  task.backend = Backend::simulator;
  EXPECT_THROW(static_cast<void>(tasks.planned(task)), BadUsage);
}

}  // namespace
