// A thread that a row leaves behind and that ends the process later does not cost another row its result.
#include <atomic>
#include <chrono>
#include <thread>

#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

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
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/th_(leaves|slow)"}), 0) << errors_;
  for (const char* name : {"host/th_slow_a", "host/th_slow_b"})
    EXPECT_EQ(rows().at(name)[column("status")], "ok") << rows().at(name)[column("message")];
  EXPECT_NE(errors_.find("threads in it are of ramp/host/th_leaves"), std::string::npos) << errors_;
}

TEST_F(Workers, OneThatCrashesByItselfHasFailedAllTheSame) {
  deadline_s_ = "20";
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/th_"}), 1) << errors_;
  EXPECT_EQ(rows().at("host/th_guilty")[column("status")], "failed");
  EXPECT_EQ(rows().at("host/th_slow_a")[column("status")], "ok");
}

}  // namespace
