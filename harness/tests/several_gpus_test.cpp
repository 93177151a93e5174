// Rows of several GPUs: one after another, resumed, and with one that is lost.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <thread>
#include "harness/tests/testing.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

/// The second GPU kills the whole run; once.
void kills_the_run() {
  const std::string killed = std::string(std::getenv(fake_gpu_variable)) + ".killed";
  if (fake_gpu_in_use != 1 || std::filesystem::exists(killed)) return;
  std::ofstream(killed) << "once";
  const auto parent = ::getppid();
  ::kill(parent, SIGKILL);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (::getppid() == parent && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

/// The second GPU ends its process, and is lost with it.
void loses_the_second() {
  if (fake_gpu_in_use != 1) return;
  std::ofstream(fake_gpu_file(1)) << "gone";
  mischief::crashes();
}

const auto on_each = variant<0, nothing, Backend::cuda>("gpu/s_each");
const auto other_on_each = variant<0, nothing, Backend::cuda>("gpu/s_other");
const auto on_host = variant<0, nothing>("host/s_host");
const auto losing = variant<first, loses_the_second, Backend::cuda>("gpu/u_loses");
const auto after_loss = variant<0, nothing, Backend::cuda>("gpu/u_other");

const auto killing = variant<first, kills_the_run, Backend::cuda>("gpu/v_kills");

void runs_on_all(const Call<ramp::Case>& call) {
  if (std::getenv(fake_gpu_variable) == nullptr) throw Unsupported("is made for the tests' made-up GPU");
  ramp::Case::reference(call.problem, call.host);
}
const VariantOn<ramp::Case, Backend::cuda> on_all{
    {.name = "gpu/s_all_gpus", .idea = "runs once", .launch = runs_on_all, .memory = copies_itself, .all_gpus = true}};

/// With two made-up GPUs, in this process and its workers.
class WorkersOnTwoGpus : public FakeGpuWorkers {
 protected:
  using Lines = std::vector<std::string>;
  using Set = std::set<std::string>;

  WorkersOnTwoGpus() { ::setenv(fake_gpus_variable, "2", 1); }
  ~WorkersOnTwoGpus() override { ::unsetenv(fake_gpus_variable); }

  /// "gpu/s_each GPU-made-up-0 ok" for each row, in the order of the file, without the ceilings.
  [[nodiscard]] Lines lines() const {
    Lines found;
    for (const Record& row : parse_csv(read_text(path_), path_)) {
      if (row.front() != row_schema() || row[column("case")] != "ramp") continue;
      found.push_back(row[column("variant")] + " " + row[column("device_uuid")] + " " + row[column("status")]);
    }
    EXPECT_EQ(Set(found.begin(), found.end()).size(), found.size()) << "a row is there twice";
    return found;
  }
  /// Runs these variants on the GPUs with an exit code; the lines that are in the file then.
  Set lines_of(const std::string& variants, std::vector<std::string> options, int code = 0) {
    options.insert(options.end(), {"--backend=cuda", "--filter=^ramp/gpu/" + variants});
    EXPECT_EQ(run(std::move(options)), code) << errors_;
    const Lines found = lines();
    return {found.begin(), found.end()};
  }

  const Set each_on_both_{"gpu/s_each GPU-made-up-0 ok", "gpu/s_each GPU-made-up-1 ok", "gpu/s_other GPU-made-up-0 ok",
                          "gpu/s_other GPU-made-up-1 ok"};
};

TEST_F(WorkersOnTwoGpus, AllRunOneAfterAnother) {
  EXPECT_EQ(lines_of("s_(each|other)", {"--device=all"}), each_on_both_);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_HAS(lines().at(i), i < 2 ? "up-0" : "up-1");
}

TEST_F(WorkersOnTwoGpus, WhatUsesNoneOrAllRunsOnce) {
  EXPECT_EQ(run({"--device=all", "--filter=^ramp/.*/s_(each|host|all)"}), 0) << errors_;
  Lines found = lines();
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (Lines{"gpu/s_all_gpus GPU-made-up-0 ok", "gpu/s_each GPU-made-up-0 ok",
                          "gpu/s_each GPU-made-up-1 ok", "host/s_host  ok"}));
}

TEST_F(WorkersOnTwoGpus, AResumedRunMakesWhatAGpuLacks) {
  EXPECT_EQ(lines_of("s_each", {"--device=all"}).size(), 2U);
  EXPECT_EQ(lines_of("s_(each|other)", {"--device=all", "--resume"}), each_on_both_);
  EXPECT_EQ(lines_of("s_each", {"--device=all", "--resume"}), each_on_both_);
  lines_of("s_each", {"--device=1", "--resume"}, 2);
  EXPECT_HAS(errors_,
             "its rows are of device 'GPU-made-up-0', this is 'GPU-made-up-1'; write to another file (rungs fleet "
             "join");
  std::filesystem::remove(path_);
  EXPECT_EQ(lines_of("s_(each|other)", {"--device=1"}).size(), 2U);
  EXPECT_EQ(lines_of("s_(each|other)", {"--device=all", "--resume"}), each_on_both_);
}

TEST_F(WorkersOnTwoGpus, AGpuThatIsLostEndsItsOwnRows) {
  const Set found = lines_of("u_", {"--device=all"}, 3);
  EXPECT_EQ(found.size(), 4U);
  for (const char* line :
       {"gpu/u_loses GPU-made-up-0 ok", "gpu/u_other GPU-made-up-0 ok", "gpu/u_loses GPU-made-up-1 failed"})
    EXPECT_TRUE(found.contains(line)) << line;
  std::filesystem::remove(fake_gpu_file(1));
  EXPECT_TRUE(lines_of("u_other", {"--device=all", "--retry-failed"}, 1).contains("gpu/u_other GPU-made-up-1 ok"));
}

TEST_F(WorkersOnTwoGpus, ARunThatIsKilledSaysWhatRan) {
  const std::string ran = "gpu/v_kills GPU-made-up-0 ok";
  const std::string options = "--backend=cuda --device=all --filter=^ramp/gpu/v_ --out=";
  EXPECT_NE(alone(options + path_ + " >/dev/null 2>&1").second, 0);
  EXPECT_EQ(lines(), Lines{ran});
  EXPECT_EQ(lines_of("v_", {"--device=all", "--resume"}, 1), (Set{ran, "gpu/v_kills GPU-made-up-1 failed"}));
  EXPECT_EQ(lines_of("v_", {"--device=all", "--retry-failed"}), (Set{ran, "gpu/v_kills GPU-made-up-1 ok"}));
}

TEST_F(WorkersOnTwoGpus, OneThatIsGoneFromTheStartEndsItsOwnRowsToo) {
  put(fake_gpu_file(1), "gone");
  EXPECT_EQ(lines_of("s_each", {"--device=all"}, 3),
            (Set{"gpu/s_each GPU-made-up-0 ok", "gpu/s_each GPU-made-up-1 failed"}));
}

TEST_F(WorkersOnTwoGpus, SideFilesAndTheEnvironmentTellThemApart) {
  const std::string path = folder_ / "samples.csv";
  lines_of("s_each", {"--device=all", "--samples=" + path});
  Set samples;
  for (const auto& line : parse_csv(read_text(path), path)) samples.insert(line[6]);
  EXPECT_EQ(samples, (Set{"device_uuid", "GPU-made-up-0", "GPU-made-up-1"}));
  Set facts;
  for (const auto& line : parse_csv(read_text(folder_ / "rows.environment.csv"), "facts"))
    if (line[0] == "cuda") facts.insert(line[1] + " " + line[2] + " " + line[3]);
  EXPECT_EQ(facts, (Set{"device_uuid GPU-made-up-0 GPU-made-up-0", "device_uuid GPU-made-up-1 GPU-made-up-1"}));
}

TEST_F(WorkersOnTwoGpus, WrongNumbersAreRefused) {
  const std::map<std::string, std::vector<std::string>> wrong{
      {"bench: --device=3: expected 0 to 1, several joined by commas, or all\n", {"--device=3"}},
      {"0 is there twice", {"--device=0,0"}},
      {"'x' is no GPU; expected a number from 0", {"--device=0,x"}},
      {"leave out --isolate=none", {"--device=all", "--isolate=none"}}};
  for (const auto& [saying, options] : wrong) {
    EXPECT_EQ(run(options), 2);
    EXPECT_FALSE(std::filesystem::exists(path_)) << errors_;
    EXPECT_HAS(errors_, saying);
  }
}

}  // namespace
