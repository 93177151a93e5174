// From the command line to the order of rows, where scripts/tests/bench does not see it; and a row as a worker gets it:
// the same that was planned.
#include "harness/engine/plan.hpp"
#include <gtest/gtest.h>
#include <set>
#include "harness/cli/parse_options.hpp"
#include "harness/engine/messages.hpp"

namespace {

using namespace rungs;

Plan plan_of(const Options& options) { return make_plan(options, Registry::global(), true, true); }

TEST(Plan, TheSeedDrawsTheOrderWithinAProblem) {
  std::set<std::vector<std::string>> orders;
  Options options;
  options.filter = "ramp/gpu/";
  for (options.seed = 1; options.seed <= 8; ++options.seed) {
    std::vector<std::string> names;
    for (const auto& row : plan_of(options).rows) names.push_back(row.variant->info.name);
    orders.insert(names);
  }
  EXPECT_GT(orders.size(), 4U);
}

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
  const Plan plan = plan_of(options);
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
    EXPECT_EQ(found.seed, planned.seed);
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
  options.filter = "^gemm/gpu/tiled$";
  options.backend = Backend::simulator;
  options.params = {{"alpha", {"0.1", "0.5"}}, {"block", {"all"}}};
  check_all(options, 2U * 3);
}

}  // namespace
