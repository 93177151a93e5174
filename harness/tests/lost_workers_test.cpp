// Workers that are lost: by a kernel on a real GPU, with a GPU that does not come back, and by a thread that
// a row has left behind.
#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "harness/measure/gpus.hpp"
#include "harness/tests/fake_gpu_workers.hpp"
#include "harness/tests/said.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

/// Kernels that crash or hang: each costs its own row and no other.
class WorkersOnAGpu : public Workers {};

TEST_F(WorkersOnAGpu, EachBadKernelCostsItsOwnRow) {
  std::string why_none;
  if (gpus(&why_none).empty()) GTEST_SKIP() << "no CUDA device: " << why_none;
  struct Expected {
    const char *variant, *status, *words;
  };
  const std::array expected{Expected{"gpu/right", "ok", ""}, Expected{"gpu/crashes", "failed", ""},
                            Expected{"gpu/hangs", "failed", "its process ended: no progress for 2 s"},
                            Expected{"gpu/throws", "failed", "out of ideas"},
                            Expected{"gpu/nan", "incorrect", "nan"}};
  deadline_s_ = "2";
  for (const char* isolate : {"--isolate=auto", "--isolate=row"}) {
    std::filesystem::remove(path_);
    EXPECT_EQ(run({"--backend=cuda", "--filter=^ramp/gpu/(right|crashes|hangs|throws|nan)$", isolate}), 1)
        << errors_;
    const auto found = rows();
    EXPECT_EQ(found.size(), expected.size());
    for (const Expected& one : expected) {
      ASSERT_TRUE(found.contains(one.variant)) << one.variant;
      const Record& row = found.at(one.variant);
      EXPECT_EQ(row[column("status")], one.status) << one.variant << ": " << row[column("message")];
      EXPECT_HAS(row[column("message")], one.words) << one.variant;
    }
  }
}

/// Takes the GPU with it when it ends its process, once.
void loses_gpu() {
  std::ofstream(std::getenv(fake_gpu_variable)) << "gone";
  crashes();
}
const auto gpu_crash = variant<first, segfault, Backend::cuda>("gpu/x_crash");
const auto gpu_good = variant<0, nothing, Backend::cuda>("gpu/x_good");
const auto gpu_loses = variant<timed, loses_gpu, Backend::cuda>("gpu/y_loses");
const auto gpu_after = variant<0, nothing, Backend::cuda>("gpu/y_after");

/// With the made-up GPU, in this process and its workers.
class WorkersOnAGpuThatIsNone : public FakeGpuWorkers {};

TEST_F(WorkersOnAGpuThatIsNone, ACrashCostsItsOwnRow) {
  EXPECT_EQ(run({"--backend=cuda", "--filter=^ramp/gpu/x_"}), 1) << errors_;
  EXPECT_EQ(rows().at("gpu/x_crash")[column("status")], "failed");
  EXPECT_EQ(rows().at("gpu/x_good")[column("status")], "ok") << rows().at("gpu/x_good")[column("message")];
}

TEST_F(WorkersOnAGpuThatIsNone, OnceItIsLostItsRowsSaySoAndTheExitCodeIs3) {
  EXPECT_EQ(run({"--backend=cuda", "--filter=^ramp/gpu/y_"}), 3) << errors_;
  EXPECT_HAS(rows().at("gpu/y_loses")[column("message")], "signal 11");
  EXPECT_EQ(rows().at("gpu/y_after")[column("message")], "the GPU was lost: it fell off the bus");
  EXPECT_EQ(rows().at("gpu/y_after")[column("status")], "failed");
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
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/th_(leaves|slow)"}), 0) << errors_;
  for (const char* name : {"host/th_slow_a", "host/th_slow_b"})
    EXPECT_EQ(rows().at(name)[column("status")], "ok") << rows().at(name)[column("message")];
  EXPECT_HAS(errors_, "threads in it are of ramp/host/th_leaves");
}

TEST_F(Workers, OneThatCrashesByItselfHasFailedAllTheSame) {
  deadline_s_ = "20";
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/th_"}), 1) << errors_;
  EXPECT_EQ(rows().at("host/th_guilty")[column("status")], "failed");
  EXPECT_EQ(rows().at("host/th_slow_a")[column("status")], "ok");
}

}  // namespace
