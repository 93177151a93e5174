// Variants that end, stop or disturb their process: each costs its own row and no other.
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <utility>

#include "harness/simulator/fiber_stacks.hpp"
#include "harness/tests/said.hpp"
#include "harness/tests/worker_starts.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

const Variant<ramp::Case> good_a = variant<0, nothing>("host/w_good_a");
const Variant<ramp::Case> good_b = variant<0, nothing>("host/w_good_b");
const Variant<ramp::Case> overruns_heap = variant<first, overruns>("host/wx_overruns");
const Variant<ramp::Case> good_c = variant<0, nothing>("host/w_good_c");

struct Bad {
  Variant<ramp::Case> variant;
  std::string name, status, words;
};

template <int in_launch, void (*mischief)()>
Bad bad(const char* name, const char* status, const char* words) {
  return {variant<in_launch, mischief>(name), name, status, words};
}

const std::array bads{
    bad<first, segfault>("host/w_segfault", "failed", "signal 11 (Segmentation fault) in phase verify"),
    bad<timed, segfault>("host/w_segfault_timed", "failed",
                         "signal 11 (Segmentation fault) in phase measure"),
    bad<first, stack_overflow>("host/w_stack_overflow", "failed", "signal 11"),
    bad<first, aborts>("host/w_aborts", "failed", "signal 6 (Aborted)"),
    bad<first, exits_0>("host/w_exits_0", "failed", "exit code 0 in phase verify"),
    bad<timed, exits_3>("host/w_exits_3", "failed", "exit code 3 in phase measure"),
    bad<first, killed>("host/w_killed", "failed", "signal 9 (Killed)"),
    bad<first, divides_by_zero>("host/w_divides", "failed", "signal 8"),
    bad<first, terminates>("host/w_terminates", "failed", "signal 6 (Aborted)"),
    bad<first, closes_files>("host/w_closes", "failed", "its process ended: "),
    bad<first, writes_elsewhere>("host/w_writes", "failed", "sent something that is no message"),
    bad<first, forks>("host/w_forks", "failed", "exit code 4"),
    bad<first, hangs>("host/w_hangs", "failed", "no progress for 1 s in phase verify"),
    bad<timed, hangs>("host/w_hangs_timed", "failed", "no progress for 1 s in phase measure"),
    bad<first, stops>("host/w_stops", "failed", "no progress for 1 s"),
    bad<first, throws_int>("host/w_throws_int", "failed", "not a std::exception"),
    bad<timed, throws_text>("host/w_throws_text", "failed", "not a std::exception"),
    bad<first, throws_length>("host/w_throws_length", "failed", "vector"),
    bad<first, throws_memory>("host/w_throws_memory", "failed", "an allocation of the variant failed"),
    bad<first, says_unsupported>("host/w_unsupported", "unsupported", "needs a newer CPU"),
    bad<timed, says_unsupported>("host/w_unsupported_late", "failed", "unsupported only after it has run"),
    bad<first, rounds_up>("host/w_rounds_up", "ok", "changed the rounding mode"),
    bad<timed, flushes_to_zero>("host/w_flushes", "ok", "changed the treatment of denormal numbers"),
    bad<first, changes_locale>("host/w_locale", "ok", "changed the locale, which was put back"),
    bad<timed, changes_folder>("host/w_folder", "ok", "changed the working directory"),
    bad<first, changes_cpus>("host/w_cpus", "ok", "changed the CPUs that it may run on"),
    bad<every, takes_descriptor>("host/w_descriptor", "ok", "file descriptors more while it was timed"),
    bad<every, takes_thread>("host/w_thread", "ok", "threads more while it was timed"),
};

/// Sanitizers turn signals into reports and an exit code.
std::string words_of(const Bad& one) {
#if defined(RUNGS_ADDRESS_SANITIZER)
  if (one.words.starts_with("signal")) return "its process ended";
#endif
  return one.words;
}

TEST_F(Workers, EachBadVariantCostsItsOwnRow) {
  const auto before = std::filesystem::current_path();
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_"}), 1) << errors_;
  EXPECT_EQ(std::filesystem::current_path(), before);
  const auto found = rows();
  EXPECT_EQ(found.size(), bads.size() + 3);
  for (const char* name : {"host/w_good_a", "host/w_good_b", "host/w_good_c"}) {
    ASSERT_TRUE(found.contains(name)) << name;
    EXPECT_EQ(found.at(name)[column("status")], "ok") << found.at(name)[column("message")];
    EXPECT_FALSE(found.at(name)[column("time_median_us")].empty());
  }
  for (const Bad& one : bads) {
    ASSERT_TRUE(found.contains(one.name)) << one.name;
    const Record& row = found.at(one.name);
    EXPECT_EQ(row[column("status")], one.status) << one.name << ": " << row[column("message")];
    EXPECT_HAS(row[column("message")], words_of(one)) << one.name;
    EXPECT_EQ(row[column("time_median_us")].empty(), one.status != "ok") << one.name;
  }
}

TEST_F(Workers, TheirTimeIsAPartOfTheRuns) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_good_a$", "--phases"}), 0) << errors_;
  EXPECT_HAS(errors_, "bench: other ");
  EXPECT_EQ(errors_.find("other -"), std::string::npos) << errors_;
}

TEST_F(Workers, ARowOfItsOwnForEach) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_(good|exits|locale)", "--isolate=row"}), 1);
  EXPECT_EQ(rows().at("host/w_good_b")[column("status")], "ok");
  EXPECT_EQ(rows().at("host/w_exits_0")[column("status")], "failed");
}

TEST_F(Workers, SamplesInTurnGoOnWithoutTheRowThatCrashed) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_(good|segfault_timed)", "--interleave"}), 1)
      << errors_;
  EXPECT_EQ(rows().at("host/w_segfault_timed")[column("status")], "failed");
  for (const char* name : {"host/w_good_a", "host/w_good_b", "host/w_good_c"})
    EXPECT_EQ(rows().at(name)[column("status")], "ok") << rows().at(name)[column("message")];
}

TEST_F(Workers, AResumedRunGoesOnBehindTheRowThatFailed) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_(good_a|aborts)"}), 1);
  const auto before = rows();
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_(good_a|good_b|aborts)", "--resume"}), 1)
      << errors_;
  EXPECT_EQ(rows().size(), 3U);
  EXPECT_EQ(rows().at("host/w_aborts"), before.at("host/w_aborts"));
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_(good|aborts|exits_0)", "--retry-failed"}), 1);
  EXPECT_EQ(rows().size(), 5U);
  EXPECT_EQ(rows().at("host/w_good_a"), before.at("host/w_good_a"));
}

TEST_F(Workers, ARowDuringWhichTheRunWasKilledHasFailed) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_good_a$"}), 0);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".started"));
  std::filesystem::copy(path_, path_ + ".copy");
  // What a run that was killed leaves behind: the row that ran, as the journal holds it.
  Record left = rows().at("host/w_good_a");
  left[column("variant")] = "host/w_good_b";
  left[column("status")] = "failed";
  left[column("message")] = "the run ended";
  left[column("time_median_us")] = "";
  std::ofstream(path_ + ".started") << csv_line(left);
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_good", "--resume"}), 1);
  EXPECT_EQ(rows().at("host/w_good_b")[column("status")], "failed");
  EXPECT_EQ(rows().at("host/w_good_c")[column("status")], "ok");
  EXPECT_FALSE(std::filesystem::exists(path_ + ".started"));
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_good", "--retry-failed"}), 0) << errors_;
  EXPECT_EQ(rows().at("host/w_good_b")[column("status")], "ok");
  // A journal that was left next to a file that is no longer there.
  std::filesystem::remove(path_);
  std::ofstream(path_ + ".started") << csv_line(left);
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_good", "--resume"}), 0) << errors_;
  EXPECT_EQ(rows().at("host/w_good_b")[column("status")], "ok");
}

TEST_F(Workers, AnInterruptWhileAWorkerStartsEndsTheRunInOrder) {
  ::setenv(starts_variable, (folder_ / "starts").c_str(), 1);
  const std::vector<std::string> options{"--backend=host", "--filter=^ramp/host/w_good", "--verify-only",
                                         "--isolate=row"};
  EXPECT_EQ(run(options), 130);
  ::unsetenv(starts_variable);
  EXPECT_EQ(rows().size(), 2U) << errors_;
  for (const auto& [name, row] : rows()) EXPECT_EQ(row[column("status")], "ok") << row[column("message")];
  EXPECT_HAS(errors_, "bench: interrupted; finished rows are in");
  EXPECT_FALSE(std::filesystem::exists(path_ + ".started"));
  auto again = options;
  again.emplace_back("--resume");
  EXPECT_EQ(run(again), 0) << errors_;
  EXPECT_EQ(rows().size(), 3U);
}

TEST_F(Workers, TheTableDoesNotGoIntoTheRowsIfStandardOutputIsClosed) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command =
      self + " --bench --backend=host --verify-only --filter=^ramp/host/w_good --out=";
  // NOLINTNEXTLINE(bugprone-command-processor): the shell closes them
  EXPECT_EQ(std::system((command + path_ + " <&- >&- 2>&-").c_str()), 0);
  std::ifstream file(path_);
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);) ++lines;
  EXPECT_EQ(lines, 4U);
  EXPECT_EQ(rows().size(), 3U);
}

/// What this program prints as the command line over the tests' cases, and how it ended (see waitpid).
std::pair<std::string, int> alone(const std::string& options) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  // NOLINTNEXTLINE(bugprone-command-processor): a process of its own is what is tested
  FILE* pipe = ::popen((self + " --bench --backend=host --progress=never " + options + " 2>&1").c_str(), "r");
  std::string text;
  for (int letter = std::fgetc(pipe); letter != EOF; letter = std::fgetc(pipe))
    text += static_cast<char>(letter);
  return {text, ::pclose(pipe)};
}

TEST(WithoutWorkers, ADebuggerOrASanitizerSeesTheErrorInItsOwnProcess) {
#if defined(RUNGS_ADDRESS_SANITIZER)
  const auto [text, status] = alone("--isolate=none --filter=^ramp/host/wx_overruns$");
  EXPECT_HAS(text, "AddressSanitizer: heap-buffer-overflow");
#else
  const auto [text, status] = alone("--isolate=none --filter=^ramp/host/w_segfault$");
  // The shell passes on the signal as 128 + 11.
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), 139) << text;
#endif
}

}  // namespace
