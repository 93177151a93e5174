// Rows of several GPUs: one after another, at the same time, resumed, and with one that is lost.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <thread>

#include "harness/tests/fake_gpu_workers.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

/// Leaves a mark of its own GPU, and waits until the other one has left its mark, too.
void meets_the_other() {
  const std::string marks = std::getenv(fake_gpu_variable);
  const auto mark = [&](int gpu) { return marks + ".met." + std::to_string(gpu); };
  std::ofstream(mark(fake_gpu_in_use())) << "here";
  const auto seconds = std::chrono::seconds(std::filesystem::exists(marks + ".in_vain") ? 1 : 20);
  const auto until = std::chrono::steady_clock::now() + seconds;
  while (!std::filesystem::exists(mark(1 - fake_gpu_in_use()))) {
    if (std::chrono::steady_clock::now() > until) throw std::runtime_error("the other GPU does nothing");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// Once both run, the second GPU kills the whole run; once.
void kills_the_run() {
  const auto parent = ::getppid();
  meets_the_other();
  const std::string killed = std::string(std::getenv(fake_gpu_variable)) + ".killed";
  if (std::filesystem::exists(killed)) return;
  if (fake_gpu_in_use() == 1) {
    std::ofstream(killed) << "once";
    ::kill(parent, SIGKILL);
  }
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (::getppid() == parent && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

/// The second GPU ends its process, and is lost with it.
void loses_the_second() {
  if (fake_gpu_in_use() != 1) return;
  std::ofstream(fake_gpu_file(1)) << "gone";
  mischief::crashes();
}

const auto on_each = variant<0, nothing, Backend::cuda>("gpu/s_each");
const auto other_on_each = variant<0, nothing, Backend::cuda>("gpu/s_other");
const auto on_host = variant<0, nothing>("host/s_host");
const auto meeting = variant<first, meets_the_other, Backend::cuda>("gpu/t_meets");
const auto losing = variant<first, loses_the_second, Backend::cuda>("gpu/u_loses");
const auto after_loss = variant<0, nothing, Backend::cuda>("gpu/u_other");

const auto killing = variant<first, kills_the_run, Backend::cuda>("gpu/v_kills");

/// A variant that uses all GPUs, with copies.
VariantOn<ramp::Case, Backend::cuda> of_all_gpus() {
  VariantSpec<ramp::Case> spec;
  spec.name = "gpu/s_all_gpus";
  spec.idea = "runs once";
  spec.launch = [](const Call<ramp::Case>& call) {
    if (std::getenv(fake_gpu_variable) == nullptr) throw Unsupported("is made for the tests' made-up GPU");
    ramp::Case::reference(call.problem, call.host);
  };
  spec.memory = copies_itself;
  spec.all_gpus = true;
  return VariantOn<ramp::Case, Backend::cuda>(spec);
}
const auto on_all = of_all_gpus();

/// With two made-up GPUs, in this process and its workers.
class WorkersOnTwoGpus : public FakeGpuWorkers {
 protected:
  void SetUp() override {
    ::setenv(fake_gpus_variable, "2", 1);
    FakeGpuWorkers::SetUp();
  }
  void TearDown() override {
    FakeGpuWorkers::TearDown();
    ::unsetenv(fake_gpus_variable);
  }

  /// "gpu/s_each GPU-made-up-0 ok" for each row, in the order of the file, without the ceilings.
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> found;
    for (const Record& row : parse_csv(read_text(path_), path_)) {
      if (row.front() != row_schema() || row[column("case")] != "ramp") continue;
      found.push_back(row[column("variant")] + " " + row[column("device_uuid")] + " " +
                      row[column("status")]);
    }
    return found;
  }
};

using Lines = std::vector<std::string>;
using Set = std::set<std::string>;
Set set_of(const Lines& lines) { return {lines.begin(), lines.end()}; }

const Set each_on_both{"gpu/s_each GPU-made-up-0 ok", "gpu/s_each GPU-made-up-1 ok",
                       "gpu/s_other GPU-made-up-0 ok", "gpu/s_other GPU-made-up-1 ok"};

TEST_F(WorkersOnTwoGpus, AllRunOneAfterAnother) {
  EXPECT_EQ(run({"--backend=cuda", "--device=all", "--filter=^ramp/gpu/s_(each|other)"}), 0) << errors_;
  const Lines found = lines();
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(set_of(found), each_on_both);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NE(found[i].find(i < 2 ? "up-0" : "up-1"), std::string::npos);
}

TEST_F(WorkersOnTwoGpus, WhatUsesNoneOrAllRunsOnce) {
  EXPECT_EQ(run({"--device=all", "--filter=^ramp/.*/s_(each|host|all)"}), 0) << errors_;
  EXPECT_EQ(lines().size(), 4U);
  EXPECT_EQ(set_of(lines()), (Set{"host/s_host  ok", "gpu/s_all_gpus GPU-made-up-0 ok",
                                  "gpu/s_each GPU-made-up-0 ok", "gpu/s_each GPU-made-up-1 ok"}));
}

TEST_F(WorkersOnTwoGpus, ConcurrentRunsAllAtTheSameTime) {
  deadline_s_ = "20";
  EXPECT_EQ(run({"--backend=cuda", "--device=0,1", "--concurrent", "--filter=^ramp/gpu/t_meets"}), 0)
      << errors_;
  EXPECT_EQ(set_of(lines()), (Set{"gpu/t_meets GPU-made-up-0 ok", "gpu/t_meets GPU-made-up-1 ok"}));
}

TEST_F(WorkersOnTwoGpus, OneAfterAnotherTheyDoNotMeet) {
  deadline_s_ = "20";
  std::ofstream(std::getenv(fake_gpu_variable) + std::string(".in_vain")) << "they wait";
  EXPECT_EQ(run({"--backend=cuda", "--device=0,1", "--filter=^ramp/gpu/t_meets"}), 1);
  EXPECT_EQ(lines().front(), "gpu/t_meets GPU-made-up-0 failed") << errors_;
}

TEST_F(WorkersOnTwoGpus, AResumedRunMakesWhatAGpuLacks) {
  for (const char* how : {"--isolate=auto", "--concurrent"}) {
    std::filesystem::remove(path_);
    EXPECT_EQ(run({"--backend=cuda", "--device=all", "--filter=^ramp/gpu/s_each", how}), 0) << errors_;
    const Lines before = lines();
    EXPECT_EQ(run({"--backend=cuda", "--device=all", "--filter=^ramp/gpu/s_(each|other)", "--resume", how}),
              0)
        << errors_;
    EXPECT_EQ(lines().size(), 4U);
    EXPECT_EQ(set_of(lines()), each_on_both);
    EXPECT_EQ(run({"--backend=cuda", "--device=all", "--filter=^ramp/gpu/s_each", "--resume", how}), 0);
    EXPECT_EQ(lines().size(), 4U) << errors_;
  }
  EXPECT_EQ(run({"--backend=cuda", "--device=1", "--filter=^ramp/gpu/s_each", "--resume"}), 2);
  EXPECT_NE(errors_.find("its rows are of device 'GPU-made-up-0', this is 'GPU-made-up-1'; write to another "
                         "file (rungs fleet join"),
            std::string::npos)
      << errors_;
}

TEST_F(WorkersOnTwoGpus, AFileOfOneGpuIsCompletedByAll) {
  EXPECT_EQ(run({"--backend=cuda", "--device=1", "--filter=^ramp/gpu/s_(each|other)"}), 0) << errors_;
  EXPECT_EQ(run({"--backend=cuda", "--device=all", "--filter=^ramp/gpu/s_(each|other)", "--resume"}), 0)
      << errors_;
  EXPECT_EQ(lines().size(), 4U);
  EXPECT_EQ(set_of(lines()), each_on_both);
}

TEST_F(WorkersOnTwoGpus, AGpuThatIsLostEndsItsOwnRows) {
  for (const char* how : {"--isolate=auto", "--concurrent"}) {
    std::filesystem::remove(path_);
    std::filesystem::remove(fake_gpu_file(1));
    EXPECT_EQ(run({"--backend=cuda", "--device=all", "--filter=^ramp/gpu/u_", how}), 3) << errors_;
    const Set found = set_of(lines());
    EXPECT_EQ(found.size(), 4U);
    EXPECT_TRUE(found.contains("gpu/u_loses GPU-made-up-0 ok"));
    EXPECT_TRUE(found.contains("gpu/u_other GPU-made-up-0 ok"));
    EXPECT_TRUE(found.contains("gpu/u_loses GPU-made-up-1 failed"));
    std::filesystem::remove(fake_gpu_file(1));
    EXPECT_EQ(run({"--backend=cuda", "--device=all", "--filter=^ramp/gpu/u_other", "--retry-failed", how}), 0)
        << errors_;
    EXPECT_TRUE(set_of(lines()).contains("gpu/u_other GPU-made-up-1 ok"));
  }
}

TEST_F(WorkersOnTwoGpus, ARunThatIsKilledSaysWhatRanOnEach) {
  deadline_s_ = "20";
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string options =
      " --bench --backend=cuda --device=all --concurrent --filter=^ramp/gpu/v_ --out=";
  // NOLINTNEXTLINE(bugprone-command-processor): a process of its own is what is killed
  EXPECT_NE(std::system((self + options + path_ + " >/dev/null 2>&1").c_str()), 0);
  EXPECT_TRUE(lines().empty());
  std::vector<std::string> resumed{"--backend=cuda", "--device=all", "--concurrent", "--filter=^ramp/gpu/v_",
                                   "--resume"};
  EXPECT_EQ(run(resumed), 1) << errors_;
  EXPECT_EQ(set_of(lines()), (Set{"gpu/v_kills GPU-made-up-0 failed", "gpu/v_kills GPU-made-up-1 failed"}));
  resumed.back() = "--retry-failed";
  EXPECT_EQ(run(resumed), 0) << errors_;
  EXPECT_EQ(set_of(lines()), (Set{"gpu/v_kills GPU-made-up-0 ok", "gpu/v_kills GPU-made-up-1 ok"}));
}

TEST_F(WorkersOnTwoGpus, OneThatIsGoneFromTheStartEndsItsOwnRowsToo) {
  std::ofstream(fake_gpu_file(1)) << "gone";
  EXPECT_EQ(run({"--backend=cuda", "--device=all", "--filter=^ramp/gpu/s_each"}), 3) << errors_;
  EXPECT_EQ(lines(), (Lines{"gpu/s_each GPU-made-up-0 ok", "gpu/s_each GPU-made-up-1 failed"}));
}

TEST_F(WorkersOnTwoGpus, SideFilesAndTheEnvironmentTellThemApart) {
  EXPECT_EQ(run({"--backend=cuda", "--device=all", "--concurrent", "--filter=^ramp/gpu/s_each",
                 "--samples=" + (folder_ / "samples.csv").string()}),
            0)
      << errors_;
  Set samples;
  for (const auto& line : parse_csv(read_text((folder_ / "samples.csv").string()), "samples"))
    samples.insert(line[6]);
  EXPECT_EQ(samples, (Set{"device_uuid", "GPU-made-up-0", "GPU-made-up-1"}));
  Set facts;
  for (const auto& line : parse_csv(read_text((folder_ / "rows.environment.csv").string()), "facts"))
    if (line[0] == "cuda") facts.insert(line[1] + " " + line[2] + " " + line[3]);
  EXPECT_EQ(facts,
            (Set{"device_uuid GPU-made-up-0 GPU-made-up-0", "device_uuid GPU-made-up-1 GPU-made-up-1"}));
}

TEST_F(WorkersOnTwoGpus, WrongNumbersAreRefused) {
  const auto refused = [&](const std::vector<std::string>& options) {
    EXPECT_EQ(run(options), 2);
    EXPECT_FALSE(std::filesystem::exists(path_)) << errors_;
    return errors_;
  };
  EXPECT_EQ(refused({"--device=3"}), "bench: --device=3: this host has 2 GPUs: expected 0, 1 or all\n");
  EXPECT_NE(refused({"--device=0,0"}).find("0 is there twice"), std::string::npos);
  EXPECT_NE(refused({"--device=0,x"}).find("'x' is no GPU; expected a number from 0"), std::string::npos);
  EXPECT_NE(refused({"--device=0", "--concurrent"}).find("it needs --device=all"), std::string::npos);
  EXPECT_NE(refused({"--device=all", "--isolate=none"}).find("leave out --isolate=none"), std::string::npos);
}

}  // namespace
