// Every wrong variant must be caught, on the simulator, on the host and, where there is one, on a GPU; the
// right ones before and after them must pass.
#include <gtest/gtest.h>
#include "harness/tests/cases/ramp/case.hpp"
#include "harness/tests/run_row.hpp"
#include "harness/tests/testing.hpp"

namespace {

using namespace rungs;

struct Expected {
  const char* variant;
  Status status;
  const char* words;  ///< what the message must say
};

/// On the simulator and on a GPU.
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
    {"by_pointer", Status::incorrect, "4096 wrong"},
    {"every_second", Status::incorrect, " wrong; first at"},
    {"in_workspace", Status::incorrect, "4096 wrong"},
    {"fmax_with_output", Status::incorrect, " wrong; first at (0, 0)"},
    {"fills_nan", Status::incorrect, "4096 wrong"},
    {"fmax_with_guard", Status::incorrect, "1 wrong; first at (63, 63)"},
    {"right", Status::ok, ""},
};
/// Those that the simulator cannot run, or that look right there: a race, and what shows in later launches.
const Expected on_a_gpu_alone[] = {
    {"lost_update_plain", Status::incorrect, "4096 wrong; first at (0, 0)"},
    {"by_call_count", Status::incorrect, "4096 wrong"},
    {"side_stream", Status::failed, "leaves work on a stream that its own does not wait for"},
    {"unless_wrong", Status::incorrect, ""},
    {"later_beside", Status::failed, "works on another stream than the one it was given"},
    {"later_not_joined", Status::failed, "leaves work on a stream that its own does not wait for"},
    {"later_on_a_flag", Status::incorrect, ""},
    {"later_most", Status::incorrect, " wrong; first at"},
    {"later_half", Status::incorrect, " wrong; first at"},
    {"later_kept", Status::incorrect, ""},
    {"right", Status::ok, ""},
};
const Expected on_the_host[] = {
    {"right", Status::ok, ""},
    {"by_pointer", Status::incorrect, "on changed inputs: "},
    {"by_key", Status::incorrect, "on changed inputs: "},
    {"by_last_content", Status::incorrect, "keeps results for inputs that it has seen"},
    {"by_any_content", Status::incorrect, "keeps results for inputs that it has seen"},
    {"by_sixteen", Status::incorrect, ""},
    {"most_of_it", Status::incorrect, " wrong; first at"},
    {"half_for_later", Status::incorrect, ""},
    {"by_call_count", Status::incorrect, ""},
    {"by_time", Status::incorrect, ""},
    {"half_once", Status::incorrect, "on changed inputs: "},
    {"in_workspace", Status::incorrect, "on changed inputs: "},
    {"unless_nan", Status::incorrect, "on changed inputs: "},
    {"unless_poisoned", Status::incorrect, "on changed inputs: "},
    {"unless_wrong", Status::incorrect, ""},
    {"only_wrong_elements", Status::incorrect, "skips work when its outputs are there"},
    {"every_second", Status::incorrect, ""},
    {"every_second_later", Status::incorrect, ""},
    {"on_demand", Status::incorrect, " wrong; first"},
    {"fmax_with_output", Status::incorrect, "on changed inputs: "},
    {"fmin_with_output", Status::incorrect, "on changed inputs: "},
    {"fills_nan", Status::incorrect, "on changed inputs: "},
    {"fmax_with_guard", Status::incorrect, "1 wrong; first at (255, 255)"},
    {"fmin_with_guard", Status::incorrect, "1 wrong; first at (0, 0)"},
    {"right", Status::ok, ""},
};

/// The row of a variant, timed where the backend can time.
Row run_on(Backend backend, const std::string& name, const Assignments& values = {},
           std::shared_ptr<const InputImage> input = nullptr, bool paranoid = false) {
  const bool timed = backend != Backend::simulator && !paranoid;
  PlannedRow planned = planned_row(name, backend, timed && backend == Backend::host ? 256 : 64,
                                   timed ? std::optional(Cache::cold) : std::nullopt, values);
  planned.input = std::move(input);
  Rules rules = rules_with({40, 0.001, 100, 1});  // more than what some are honest for
  rules.paranoid = paranoid;
  InProcess runner(rules);
  return run_row(planned, runner);
}

Row run_on(Backend backend, const Expected& expected) {
  return run_on(backend, (backend == Backend::host ? "ramp/host/" : "ramp/gpu/") + std::string(expected.variant));
}

void check(const Row& row, const Expected& expected) {
  // Several checks may be the first to find what is wrong.
  const bool in_any_way = std::string_view(expected.words).empty() && row.status == Status::failed;
  EXPECT_TRUE(row.status == expected.status || (in_any_way && expected.status == Status::incorrect))
      << expected.variant << " is " << name_of(row.status) << ": " << row.message;
  EXPECT_HAS(row.message, expected.words) << expected.variant;
  EXPECT_TRUE(expected.status == Status::ok || !row.timed()) << "a wrong variant must have no time";
}

TEST(WrongVariants, AreCaughtOnTheSimulator) {
  for (const Expected& expected : expectations) check(run_on(Backend::simulator, expected), expected);
  const Expected by_the_host{"on_the_host", Status::incorrect, "reads the device's memory on the host, at "};
  check(run_on(Backend::simulator, by_the_host), by_the_host);
}

TEST(WrongVariants, AreCaughtOnTheHost) {
  for (const Expected& expected : on_the_host) check(run_on(Backend::host, expected), expected);
}

TEST(WrongVariants, OneWrongInAThousandIsCaughtByParanoidChecks) {
  const auto paranoid = [](const char* name) { return run_on(Backend::host, name, {}, nullptr, true); };
  check(paranoid("gray/host/right"), {"right", Status::ok, ""});
  check(paranoid("ramp/host/one_in_1000"), {"one_in_1000", Status::incorrect, "1 wrong"});
  check(paranoid("gray/host/right"), {"right", Status::ok, ""});
}

/// The row of a variant on the host with no more samples than a launch of this length gets. Some of them are checked:
/// of 400 so many that chance misses one wrong launch in ten less than once in a million runs.
Row run_longer(const char* name) {
  InProcess runner(rules_with({400, 0.001, 100, 5}));
  return run_row(planned_row(name, Backend::host, 48, Cache::cold), runner);
}

TEST(WrongVariants, OneWrongInTenIsCaughtInEveryTimedRun) {
  for (int run = 0; run < 10; ++run)
    check(run_longer("ramp/host/one_in_10"), {"one_in_10", Status::incorrect, "1 wrong"});
}

TEST(WrongVariants, OneThatIsHonestWhileItIsWatchedIsCaught) {
  check(run_longer("ramp/host/honest_for_a_while"), {"honest_for_a_while", Status::incorrect, ""});
}

TEST(WrongVariants, AFlatPictureOfThePoisonsGrayDoesNotPass) {
  check(run_on(Backend::host, "gray/host/right", {{"flat", "1"}}), {"right", Status::ok, ""});
  check(run_on(Backend::host, "gray/host/does_nothing", {{"flat", "1"}}),
        {"does_nothing", Status::incorrect, " wrong; first at "});
  const auto picture = std::make_shared<InputImage>();
  picture->image = {256, 256, std::vector<std::uint8_t>(std::size_t{256} * 256, 0xA5)};
  check(run_on(Backend::host, "gray/host/right", {}, picture), {"right", Status::ok, ""});
  check(run_on(Backend::host, "gray/host/does_nothing", {}, picture),
        {"does_nothing", Status::incorrect, " wrong; first at "});
}

TEST(WrongVariants, AreCaughtOnAGpu) {
  SKIP_WITHOUT_GPU();
  for (const Expected& expected : expectations) check(run_on(Backend::cuda, expected), expected);
  for (const Expected& expected : on_a_gpu_alone) check(run_on(Backend::cuda, expected), expected);
}

TEST(WrongVariants, WorkOfTheHostIsPartOfTheTimeOnAGpu) {
  SKIP_WITHOUT_GPU();
  const Row row = run_on(Backend::cuda, "ramp/gpu/host_work");
  EXPECT_EQ(name_of(row.status), name_of(Status::ok)) << row.message;
  EXPECT_HAS(row.message, "its launch keeps the host for");
  EXPECT_GE(row.median_us(), 2900);
}

TEST(WrongVariants, ACrashOnAGpuIsARowAndNotTheEndOfTheProgram) {
  SKIP_WITHOUT_GPU();
  InProcess runner({});
  const Row crashed = run_row(planned_row("ramp/gpu/crashes", Backend::cuda, 64), runner);
  EXPECT_EQ(name_of(crashed.status), name_of(Status::failed)) << crashed.message;
  // Not every driver gives a process a fresh state after a crash; the row after it is right or says what is
  // wrong.
  const Row after = run_row(planned_row("ramp/gpu/right", Backend::cuda, 64), runner);
  EXPECT_TRUE(after.status == Status::ok || !after.message.empty()) << name_of(after.status);
}

}  // namespace
