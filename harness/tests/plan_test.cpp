// From the command line to the order of rows, where scripts/tests/bench does not see it; and a row as a worker gets it:
// the same that was planned.
#include "harness/engine/plan.hpp"
#include <gtest/gtest.h>
#include <limits>
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

/// With another value in each field than that of a struct which is new.
RowProgress made_up_progress() {
  RowProgress p;
  p.status = Status::unstable;
  p.message = std::string("two\nlines \0 \xFF", 13);
  p.measurement = Measurement{{{1.5, 1980}, {std::numeric_limits<double>::infinity(), -0.25}},
                              7,
                              StopReason::visits_differ,
                              {1, 2, 3, 4, 5.5, Interval{1.25, 2.75}, 8},
                              1755,
                              {2.5, 2.25},
                              "a note",
                              true};
  p.event_overhead_us = 0.5;
  p.peak_percent = 61;
  p.max_error = 1e-300;
  p.mismatches = ~std::uint64_t{0};
  p.metrics = {{"share", 0.75, "%"}, {"", 0, ""}};
  p.counters = {{"dram_bytes", 4096, "B"}};
  p.driver = {{"memset", 4, "bytes"}};
  p.energy = Energy{1, 2, 3, 4, 5, 6, 7, 8, 9, {10, 11, 12, 13, 14ULL}, "power cap", "cold"};
  p.why = {{"dram", 0.8, 0.75, true, 3, 1, 2, 3, 4, "a note"}};
  p.state = {"yes", "none", 54};
  p.left_behind = "a thread";
  p.provenance = {"host", "device", "uuid", "driver", "cuda", "compiler", "commit", "rungs", "binary"};
  return p;
}

const BackendFacts facts{Backend::simulator, made_up_progress().provenance, 1U << 20U, {{"a", "b"}, {"", "c"}}};
const Rules rules{{1, 2, 3, 4, 5}, true, true, true, 6, EnergyRules{7, 8, 9, 10, 11}, true, 12, 13, 14};
const Task task{"ramp/host/a", "block=2",   {3, 4},
                "step=5",      "photo.png", {Backend::simulator, Cache::dirty, 7, "no GPU", 6, true}};

const std::vector<Request> requests{
    rules,      ToVisit{{task, made_up_progress()}, {}},
    ToVisit{},  FactsOf{Backend::cuda},
    CheckGpu{}, CountersToOpen{{"l2_hit", "lts__t_sector_hit_rate.pct", "%"}, {"", "b", ""}}};
const std::vector<Reply> replies{Done{},
                                 Refused{"no memory", true},
                                 Visited{{{true, true, true, made_up_progress()}, {}}, {true, true, "a thread"}, facts},
                                 Visited{},
                                 facts,
                                 ToCompare{Inputs::fourth, {0, 255, 7}, {"ab", "", "c"}},
                                 Comparison{12, 0.5, "at 3, 4: expected 1, got 2"},
                                 Secret{~std::uint64_t{4}}};

/// Each message arrives as it was sent; its start, and one with more behind it, are refused.
template <class Message> void check(const std::vector<Message>& messages) {
  for (const Message& message : messages) {
    const std::string bytes = packed(message);
    EXPECT_TRUE(unpacked<Message>(bytes) == message) << message.index();
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_THROW(static_cast<void>(unpacked<Message>(bytes.substr(0, size))), BadMessage) << size;
    EXPECT_THROW(static_cast<void>(unpacked<Message>(bytes + '\0')), BadMessage);
    EXPECT_THROW(static_cast<void>(unpacked<Message>(bytes, 5)), BadMessage);
    EXPECT_EQ(number_of(packed(message, 5)), 5U);
    // Whatever byte is wrong, what is read is another message, or none; and a wrong length takes no memory.
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      std::string wrong = bytes;
      wrong[at] = static_cast<char>(~wrong[at]);
      try {
        EXPECT_FALSE(unpacked<Message>(wrong) == message) << at;
      } catch (const BadMessage&) {
      }
    }
  }
}

TEST(Messages, ArriveAsTheyWereSentOrAreRefused) {
  check(requests);
  check(replies);
}

}  // namespace
