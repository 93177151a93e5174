// Variants that end, stop or disturb their process: each costs its own row and no other.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>
#include <xmmintrin.h>

#include <array>
#include <atomic>
#include <cfenv>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <rungs/main.hpp>
#include <rungs/variant.hpp>
#include <string>
#include <thread>
#include <vector>

#include "harness/output/csv.hpp"
#include "harness/output/row.hpp"
#include "harness/tests/cases/ramp/case.hpp"

namespace {

using namespace rungs;
using P = ramp::Problem;
using V = ramp::Views;

// So that the compiler cannot see what the variants are up to.
std::atomic<int> zero{0};

/// The launch in which a variant does its mischief: the first two are verified, later ones are timed.
constexpr int first = 1;
constexpr int timed = 7;

/// A variant that computes what it should, and in one launch calls `mischief` before.
template <int in_launch, void (*mischief)()>
void launch(const P& p, const V& v, Stream) {
  static int launches = 0;
  if (++launches == in_launch) mischief();
  ramp::Case::reference(p, v);
}

int overflow(int depth) {
  std::array<volatile char, 4096> frame{};
  frame[static_cast<std::size_t>(depth) % frame.size()] = 1;
  return depth < zero ? 0 : overflow(depth + 1) + frame[0];
}

void segfault() { *reinterpret_cast<volatile int*>(static_cast<std::uintptr_t>(zero + 8)) = 1; }
void stack_overflow() { zero = overflow(1); }
void aborts() { std::abort(); }
void exits_0() { std::exit(0); }
void exits_3() { std::_Exit(3); }
void killed() { ::kill(::getpid(), SIGKILL); }
void divides_by_zero() { zero = 1000 / zero; }
void terminates() {
  std::thread thread([] { throw 1; });
  thread.join();
}
void hangs() {
  while (zero == 0) std::this_thread::yield();
}
void stops() { ::raise(SIGSTOP); }
void throws_int() { throw 7; }
void throws_text() { throw "out of ideas"; }
void throws_length() { std::vector<int>(~std::size_t{0} / 2).push_back(zero); }
void throws_memory() { throw std::bad_alloc(); }
void says_unsupported() { throw Unsupported("needs a newer CPU"); }
void forks() {
  if (::fork() == 0) {
    ::sleep(30);  // keeps the worker's channel open
    ::_exit(0);
  }
  ::_exit(4);
}
void rounds_up() { std::fesetround(FE_UPWARD); }
void flushes_to_zero() { _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON); }
void changes_locale() { std::setlocale(LC_ALL, "C.UTF-8"); }
void changes_folder() { std::filesystem::current_path("/"); }
void changes_cpus() {
  cpu_set_t all;
  ::sched_getaffinity(0, sizeof all, &all);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_COUNT(&all) > 1) CPU_CLR(static_cast<unsigned>(cpu), &all);
  }
  ::sched_setaffinity(0, sizeof all, &all);
}
void takes_descriptor() { static_cast<void>(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }
void takes_thread() {
  std::thread([] { std::this_thread::sleep_for(std::chrono::hours(1)); }).detach();
}

template <int in_launch, void (*mischief)()>
Variant<ramp::Case> variant(const char* name) {
  VariantSpec<ramp::Case> spec;
  spec.name = name;
  spec.idea = "made to be caught";
  spec.launch = launch<in_launch, mischief>;
  return Variant<ramp::Case>(spec);
}
void nothing() {}

const Variant<ramp::Case> good_a = variant<0, nothing>("host/w_good_a");
const Variant<ramp::Case> good_b = variant<0, nothing>("host/w_good_b");
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
    bad<timed, segfault>("host/w_segfault_timed", "failed", "signal 11 (Segmentation fault) in phase measure"),
    bad<first, stack_overflow>("host/w_stack_overflow", "failed", "signal 11"),
    bad<first, aborts>("host/w_aborts", "failed", "signal 6 (Aborted)"),
    bad<first, exits_0>("host/w_exits_0", "failed", "exit code 0 in phase verify"),
    bad<timed, exits_3>("host/w_exits_3", "failed", "exit code 3 in phase measure"),
    bad<first, killed>("host/w_killed", "failed", "signal 9 (Killed)"),
    bad<first, divides_by_zero>("host/w_divides", "failed", "signal 8"),
    bad<first, terminates>("host/w_terminates", "failed", "signal 6 (Aborted)"),
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
    bad<timed, takes_descriptor>("host/w_descriptor", "ok", "took 1 file descriptor more while it was timed"),
    bad<timed, takes_thread>("host/w_thread", "ok", "took 1 thread more while it was timed"),
};

class Workers : public testing::Test {
 protected:
  /// Runs the command line with these options; returns its exit code.
  int run(std::vector<std::string> options) {
    options.insert(options.begin(), "bench");
    for (const char* one : {"--backend=host", "--progress=never", "--min-samples=10", "--min-time=0",
                            "--max-noise=1000", "--time-limit=2", "--deadline=1"}) {
      options.emplace_back(one);
    }
    options.push_back("--out=" + path_);
    std::vector<char*> arguments;
    for (std::string& one : options) arguments.push_back(one.data());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = rungs::main(static_cast<int>(arguments.size()), arguments.data());
    table_ = testing::internal::GetCapturedStdout();
    errors_ = testing::internal::GetCapturedStderr();
    return code;
  }

  /// The rows of the file, by variant.
  [[nodiscard]] std::map<std::string, Record> rows() const {
    std::ifstream file(path_);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::map<std::string, Record> found;
    for (const Record& record : parse_csv(text, path_)) {
      if (record.front() != row_schema) continue;
      EXPECT_TRUE(found.emplace(record[column("variant")], record).second) << "a row is there twice";
    }
    return found;
  }

  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("rungs-workers-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "rows.csv").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
  std::string path_, table_, errors_;
};

TEST_F(Workers, EachBadVariantCostsItsOwnRow) {
  const auto before = std::filesystem::current_path();
  EXPECT_EQ(run({"--filter=^ramp/host/w_"}), 1) << errors_;
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
    EXPECT_NE(row[column("message")].find(one.words), std::string::npos)
        << one.name << ": " << row[column("message")];
    EXPECT_EQ(row[column("time_median_us")].empty(), one.status != "ok") << one.name;
  }
}

TEST_F(Workers, ARowOfItsOwnForEach) {
  EXPECT_EQ(run({"--filter=^ramp/host/w_(good|exits|locale)", "--isolate=row"}), 1);
  EXPECT_EQ(rows().at("host/w_good_b")[column("status")], "ok");
  EXPECT_EQ(rows().at("host/w_exits_0")[column("status")], "failed");
}

TEST_F(Workers, SamplesInTurnGoOnWithoutTheRowThatCrashed) {
  EXPECT_EQ(run({"--filter=^ramp/host/w_(good|segfault_timed)", "--interleave"}), 1) << errors_;
  EXPECT_EQ(rows().at("host/w_segfault_timed")[column("status")], "failed");
  for (const char* name : {"host/w_good_a", "host/w_good_b", "host/w_good_c"})
    EXPECT_EQ(rows().at(name)[column("status")], "ok") << rows().at(name)[column("message")];
}

TEST_F(Workers, AResumedRunGoesOnBehindTheRowThatFailed) {
  EXPECT_EQ(run({"--filter=^ramp/host/w_(good_a|aborts)"}), 1);
  const auto before = rows();
  EXPECT_EQ(run({"--filter=^ramp/host/w_(good_a|good_b|aborts)", "--resume"}), 1) << errors_;
  EXPECT_EQ(rows().size(), 3U);
  EXPECT_EQ(rows().at("host/w_aborts"), before.at("host/w_aborts"));
  EXPECT_EQ(run({"--filter=^ramp/host/w_(good|aborts|exits_0)", "--retry-failed"}), 1);
  EXPECT_EQ(rows().size(), 5U);
  EXPECT_EQ(rows().at("host/w_good_a"), before.at("host/w_good_a"));
}

TEST_F(Workers, ARowDuringWhichTheRunWasKilledHasFailed) {
  EXPECT_EQ(run({"--filter=^ramp/host/w_good_a$"}), 0);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".started"));
  std::filesystem::copy(path_, path_ + ".copy");
  // What a run that was killed leaves behind: the row that ran, as the journal holds it.
  Record left = rows().at("host/w_good_a");
  left[column("variant")] = "host/w_good_b";
  left[column("status")] = "failed";
  left[column("message")] = "the run ended";
  left[column("time_median_us")] = "";
  std::ofstream(path_ + ".started") << csv_line(left);
  EXPECT_EQ(run({"--filter=^ramp/host/w_good", "--resume"}), 1);
  EXPECT_EQ(rows().at("host/w_good_b")[column("status")], "failed");
  EXPECT_EQ(rows().at("host/w_good_c")[column("status")], "ok");
  EXPECT_FALSE(std::filesystem::exists(path_ + ".started"));
  EXPECT_EQ(run({"--filter=^ramp/host/w_good", "--retry-failed"}), 0) << errors_;
  EXPECT_EQ(rows().at("host/w_good_b")[column("status")], "ok");
}

}  // namespace
