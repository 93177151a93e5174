// Workers that are lost: by a kernel on a real GPU, with a GPU that does not come back, and by a thread that
// a row has left behind; and those that one row has alone.
#include <array>
#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>
#include "harness/tests/run_row.hpp"
#include "harness/tests/testing.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

TEST_F(Workers, OnAGpuEachBadKernelCostsItsOwnRow) {
  SKIP_WITHOUT_GPU();
  struct Expected {
    const char *variant, *status, *words;
  };
  const std::array expected{Expected{"gpu/right", "ok", ""}, Expected{"gpu/crashes", "failed", ""},
                            Expected{"gpu/hangs", "failed", "its process ended: no progress for 2 s"},
                            Expected{"gpu/throws", "failed", "out of ideas"}, Expected{"gpu/nan", "incorrect", "nan"}};
  deadline_s_ = "2";
  EXPECT_EQ(run({"--backend=cuda", "--filter=^ramp/gpu/(right|crashes|hangs|throws|nan)$"}), 1) << errors_;
  EXPECT_EQ(rows().size(), expected.size());
  for (const auto& [variant, status, words] : expected) {
    EXPECT_EQ(field(variant, "status"), status) << variant << ": " << field(variant, "message");
    EXPECT_HAS(field(variant, "message"), words) << variant;
  }
}

/// Takes the GPU with it when it ends its process, once.
void loses_gpu() {
  std::ofstream(std::getenv(fake_gpu_variable)) << "gone";
  crashes();
}
const auto gpu_loses = variant<timed, loses_gpu, Backend::cuda>("gpu/y_loses");
const auto gpu_after = variant<0, nothing, Backend::cuda>("gpu/y_after");

TEST_F(FakeGpuWorkers, OnceItIsLostItsRowsSaySoAndTheExitCodeIs3) {
  EXPECT_EQ(run({"--backend=cuda", "--filter=^ramp/gpu/y_"}), 3) << errors_;
  EXPECT_HAS(field("gpu/y_loses", "message"), "signal 11");
  EXPECT_EQ(field("gpu/y_after", "message"), "the GPU was lost: it fell off the bus");
  EXPECT_EQ(field("gpu/y_after", "status"), "failed");
}

std::atomic<bool> another_row_runs = false;

/// Ends the process in the middle of another row.
void leaves_a_thread() {
  another_row_runs = false;
  std::thread([] {
    another_row_runs.wait(false);
    crashes();
  }).detach();
}
void takes_time() {
  another_row_runs = true;
  another_row_runs.notify_one();
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
}
void takes_time_and_crashes() {
  takes_time();
  crashes();
}

const auto leaving = variant<first, leaves_a_thread>("host/th_leaves");
const auto slow_a = variant<every, takes_time>("host/th_slow_a");
const auto slow_b = variant<every, takes_time>("host/th_slow_b");
const auto guilty = variant<timed, takes_time_and_crashes>("host/th_guilty");

TEST_F(Workers, ACrashOfAThreadThatAnotherRowHasLeftIsNotTheirs) {
  deadline_s_ = "20";
  const Statuses found = statuses_of({"--filter=^ramp/host/th_"});
  EXPECT_EQ(found.at("host/th_slow_a"), "ok") << field("host/th_slow_a", "message");
  EXPECT_EQ(found.at("host/th_slow_b"), "ok") << field("host/th_slow_b", "message");
  EXPECT_EQ(found.at("host/th_guilty"), "failed") << "it crashes by itself";
}

// What a variant says of itself is believed at once; that memory is too small may be the fault of others.

void declines() {
  notes_process();
  says_unsupported();
}
const auto declining_a = variant<every, declines>("host/d_declines_a");
const auto declining_b = variant<every, declines>("host/d_declines_b");

void large(const Call<ramp::Case>&) {}
std::size_t needs_too_much(const ramp::Problem&) {
  notes_process();
  return std::size_t{1} << 44U;
}
const Variant<ramp::Case> large_a{
    {.name = "host/d_large_a", .idea = "needs too much memory", .launch = large, .workspace_bytes = needs_too_much}};
const Variant<ramp::Case> large_b{
    {.name = "host/d_large_b", .idea = "needs too much memory", .launch = large, .workspace_bytes = needs_too_much}};

TEST_F(NotedWorkers, ARowThatDeclinesCostsNoProcessAndOneThatLacksMemoryIsTriedAgain) {
  const auto processes = [this](const std::string& filter) {
    const std::size_t before = noted();
    const Statuses found = statuses_of({"--verify-only", "--filter=" + filter});
    for (const auto& [name, status] : found) EXPECT_EQ(status, "unsupported") << name << ": " << field(name, "message");
    return noted() - before;
  };
  EXPECT_EQ(processes("^ramp/host/d_declines"), 1U);
  EXPECT_GT(processes("^ramp/host/d_large"), 1U);
}

// --paranoid: each row in a worker of its own, compared outside it.

char ran_here = '\0';  // the row that this process has run

/// Right, if no other row has run in its process. Rows are believed only of such a process.
template <char row> void runs_alone(const ramp::Problem& p, const ramp::Views& v, Stream) {
  if (ran_here != '\0' && ran_here != row) throw Failed("another row has run in this process");
  ran_here = row;
  ramp::Case::reference(p, v);
}
const Variant<ramp::Case> alone_a{{.name = "host/p_a", .idea = "right", .launch = runs_alone<'a'>}};
const Variant<ramp::Case> alone_b{{.name = "host/p_b", .idea = "right", .launch = runs_alone<'b'>}};
/// So late that only --paranoid gets there.
const Variant<ramp::Case> crashes_late = variant<1000, segfault>("host/p_crashes");

TEST_F(Workers, ParanoidOutputsAreComparedWhereAVariantCannotReach) {
  const Statuses caught{{"host/right", "ok"},
                        {"host/mirrored", "ok"},
                        {"host/does_nothing", "incorrect"},
                        {"host/writes_frame", "incorrect"},
                        {"host/tampers", "incorrect"}};
  // The seed is given, since with others the first place may be right by chance.
  EXPECT_EQ(statuses_of({"--paranoid", "--check-seed=1", "--filter=^gray/"}), caught) << errors_;
  EXPECT_HAS(field("host/tampers", "message"), "wrong; first at place 65");
}

TEST_F(Workers, ParanoidEachRowHasAWorker) {
  const Statuses both{{"host/p_a", "ok"}, {"host/p_b", "ok"}};
  Statuses with_crash = both;
  with_crash["host/p_crashes"] = "failed";
  EXPECT_EQ(statuses_of({"--paranoid", "--filter=^ramp/host/p_"}), with_crash) << errors_;
  EXPECT_EQ(statuses_of({"--verify-only", "--isolate=row", "--filter=^ramp/host/p_[ab]$"}), both) << errors_;
}

}  // namespace
