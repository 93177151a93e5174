// Variants that end, stop or disturb their process: each costs its own row and no other.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <xmmintrin.h>
#include <array>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <new>
#include <thread>
#include "harness/simulator/fiber.hpp"
#include "harness/tests/testing.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

const Variant<ramp::Case> good_a = variant<0, nothing>("host/w_good_a");
const Variant<ramp::Case> good_b = variant<0, nothing>("host/w_good_b");
const Variant<ramp::Case> good_c = variant<0, nothing>("host/w_good_c");

struct Bad {
  Variant<ramp::Case> variant;
  std::string name, status, words;
};

template <int in_launch, void (*mischief)()> Bad bad(const char* name, const char* status, const char* words) {
  return {variant<in_launch, mischief>(name), name, status, words};
}

const std::array bads{
    bad<first, segfault>("host/w_segfault", "failed", "signal 11 (Segmentation fault) in phase verify"),
    bad<timed, segfault>("host/w_segfault_timed", "failed", "signal 11 (Segmentation fault) in phase measure"),
    bad<first, stack_overflow>("host/w_stack_overflow", "failed", "signal 11"),
    bad<first, [] { std::abort(); }>("host/w_aborts", "failed", "signal 6 (Aborted)"),
    bad<first, [] { std::exit(0); }>("host/w_exits_0", "failed", "exit code 0 in phase verify"),
    bad<first, [] { std::jthread([] { throw 1; }); }>("host/w_terminates", "failed", "signal 6 (Aborted)"),
    bad<first, [] { ::close_range(3, ~0U, 0); }>("host/w_closes", "failed", "its process ended: "),
    bad<first, writes_elsewhere>("host/w_writes", "failed", "sent something that is no message"),
    bad<first, forks>("host/w_forks", "failed", "exit code 4"),
    bad<first, hangs>("host/w_hangs", "failed", "no progress for 1 s in phase verify"),
    bad<first, throws_int>("host/w_throws_int", "failed", "not a std::exception"),
    bad<first, [] { std::vector<int>(~std::size_t{0} / 2).push_back(zero); }>("host/w_throws_length", "failed",
                                                                              "vector"),
    bad<first, [] { throw std::bad_alloc(); }>("host/w_throws_memory", "failed", "an allocation of the variant failed"),
    bad<first, says_unsupported>("host/w_unsupported", "unsupported", "needs a newer CPU"),
    bad<timed, says_unsupported>("host/w_unsupported_late", "failed", "unsupported only after it has run"),
    bad<first, [] { std::fesetround(FE_UPWARD); }>("host/w_rounds_up", "ok", "changed the rounding mode"),
    bad<timed, [] { _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON); }>("host/w_flushes", "ok",
                                                                   "changed the treatment of denormal numbers"),
    bad<first, [] { std::setlocale(LC_ALL, "C.UTF-8"); }>("host/w_locale", "ok",
                                                          "changed the locale, which was put back"),
    bad<timed, [] { std::filesystem::current_path("/"); }>("host/w_folder", "ok", "changed the working directory"),
    bad<first, changes_cpus>("host/w_cpus", "ok", "changed the CPUs that it may run on"),
    bad<timed, lowers_limit>("host/w_limit", "ok", "left its process with other resource limits"),
    bad<first, [] { ::alarm(3600); }>("host/w_alarm", "ok", "left its process with other timers"),
    bad<first, [] { std::signal(SIGUSR1, [](int) {}); }>("host/w_handler", "ok", "other handling of signals"),
    bad<timed, [] { static_cast<void>(::nice(5)); }>("host/w_nice", "ok", "left its process with other priority"),
    bad<first, [] { ::umask(077); }>("host/w_umask", "ok", "left its process with other umask"),
    bad<timed, takes_child>("host/w_child", "ok", "left its process with other children"),
    bad<every, [] { static_cast<void>(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }>(
        "host/w_descriptor", "ok", "file descriptors more while it was timed"),
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
  EXPECT_EQ(rows().size(), bads.size() + 3);
  const auto check = [&](const std::string& name, const std::string& status, const std::string& words) {
    EXPECT_EQ(field(name, "status"), status) << name << ": " << field(name, "message");
    EXPECT_HAS(field(name, "message"), words) << name;
    EXPECT_EQ(field(name, "time_median_us").empty(), status != "ok") << name;
  };
  for (const char* name : {"host/w_good_a", "host/w_good_b", "host/w_good_c"}) check(name, "ok", "");
  for (const Bad& one : bads) check(one.name, one.status, words_of(one));
}

TEST_F(Workers, WhatAVariantHasStartedEndsWithItsWorker) {
  const std::string path = (folder_ / "child").string();
  ::setenv(child_variable, path.c_str(), 1);
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_child$"}), 0) << errors_;
  ::unsetenv(child_variable);
  // It is gone, or dead and nobody has asked yet how it ended; soon, as the system ends it.
  const std::string state = "/proc/" + read_text(path) + "/stat";
  const auto lives = [&] {
    std::ifstream file(state);
    std::string line;
    std::getline(file, line);
    return !line.empty() && line.find(") Z ") == std::string::npos;
  };
  for (int wait = 0; wait < 100 && lives(); ++wait) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(lives());
}

TEST_F(Workers, SamplesInTurnGoOnWithoutTheRowThatCrashed) {
  EXPECT_EQ(statuses_of({"--filter=^ramp/host/w_(good|segfault_timed)", "--interleave"}),
            (Statuses{{"host/w_good_a", "ok"},
                      {"host/w_good_b", "ok"},
                      {"host/w_good_c", "ok"},
                      {"host/w_segfault_timed", "failed"}}));
}

TEST_F(Workers, AResumedRunGoesOnBehindTheRowThatFailed) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_(good_a|aborts)"}), 1);
  const auto before = rows();
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_(good_a|good_b|aborts)", "--resume"}), 1) << errors_;
  EXPECT_EQ(rows().size(), 3U);
  EXPECT_EQ(rows().at("host/w_aborts"), before.at("host/w_aborts"));
  // A row that this run does not make stays.
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_good_c$", "--retry-failed"}), 1);
  EXPECT_EQ(rows().at("host/w_aborts"), before.at("host/w_aborts"));
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_(good|aborts|exits_0)", "--retry-failed"}), 1);
  EXPECT_EQ(rows().size(), 5U);
  EXPECT_EQ(rows().at("host/w_good_a"), before.at("host/w_good_a"));
}

TEST_F(Workers, ARowDuringWhichTheRunWasKilledHasFailed) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_good_a$"}), 0);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".started"));
  // What a run that was killed leaves behind: the row that ran, as the journal holds it.
  Record left = rows().at("host/w_good_a");
  left[column("variant")] = "host/w_good_b";
  left[column("status")] = "failed";
  put(path_ + ".started", csv_line(left));
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_good_[ab]", "--resume"}), 1);
  EXPECT_EQ(statuses(), (Statuses{{"host/w_good_a", "ok"}, {"host/w_good_b", "failed"}}));
  EXPECT_FALSE(std::filesystem::exists(path_ + ".started"));
  // A journal that was left next to a file that is no longer there.
  std::filesystem::remove(path_);
  put(path_ + ".started", csv_line(left));
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_good_[ab]", "--resume"}), 0) << errors_;
  EXPECT_EQ(statuses(), (Statuses{{"host/w_good_a", "ok"}, {"host/w_good_b", "ok"}}));
}

TEST_F(Workers, WithoutThemADebuggerOrASanitizerSeesTheErrorInItsOwnProcess) {
  const auto [text, status] = alone("--backend=host --isolate=none --filter=^ramp/host/w_segfault$ 2>&1");
#if defined(RUNGS_ADDRESS_SANITIZER)
  EXPECT_HAS(text, "AddressSanitizer: SEGV");
#else
  // The shell passes on the signal as 128 + 11.
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), 139) << text;
#endif
}

}  // namespace
