// What a variant cannot reach: the supervisor's answers, the expected outputs, and the seeds of the checks.
#include <fcntl.h>
#include <sys/wait.h>
#include <array>
#include <cstring>
#include <fstream>
#include <rungs/random.hpp>
#include <set>
#include <sstream>
#include <vector>
#include "harness/engine/messages.hpp"
#include "harness/tests/testing.hpp"
#include "harness/tests/worker_testing.hpp"
#include "harness/worker/channel.hpp"

namespace {

using namespace rungs;
using namespace testing_workers;

/// Says that the row is right, as the worker would.
void forges_reply() {
  VisitedRow row{true, false, false, {}};
  row.progress.status = Status::ok;
  const Channel channel(::dup(3));
  static_cast<void>(channel.send(packed(Reply(Visited{{row}, {}, {}}))));
}
void forges_in_a_child() {
  const pid_t child = ::fork();
  if (child == 0) {
    forges_reply();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

constexpr const char* rows_variable = "RUNGS_TEST_ROWS";
std::string rows_path() { return std::getenv(rows_variable); }
void removes() { std::filesystem::remove(rows_path()); }
void adds() { std::ofstream(rows_path(), std::ios::app) << "a forged row\n"; }
struct OnFile {
  const char* name;
  Variant<ramp::Case> variant;
};
template <void (*mischief)()> OnFile on_file(const char* name) { return {name, variant<first, mischief>(name)}; }
const std::array on_files{on_file<removes>("host/o_removes"), on_file<adds>("host/o_adds")};

TEST_F(Workers, AFileThatSomethingElseChangesGoesOnInAnother) {
  ::setenv(rows_variable, path_.c_str(), 1);
  const std::string second = (folder_ / "rows.2.csv").string();
  for (const OnFile& one : on_files) {
    std::filesystem::remove(path_);
    std::filesystem::remove(second);
    // One row of two is made before or after it.
    const std::string filter = std::string("--filter=^ramp/") + one.name + "$|^gray/host/right$";
    EXPECT_NE(run({"--backend=host", "--verify-only", filter}), 0) << one.name;
    EXPECT_HAS(errors_, "rows.csv was changed by something else during the run, which ends; it goes on in ");
    const auto lines = parse_csv(read_text(second), second);
    ASSERT_GE(lines.size(), 2U) << one.name;
    EXPECT_EQ(lines.front(), row_columns());
    EXPECT_EQ(lines.back()[column("variant")], one.name);
  }
  ::unsetenv(rows_variable);
}

/// Launches `mischief` instead of computing anything.
template <void (*mischief)()> void only(const ramp::Problem&, const ramp::Views&, Stream) { mischief(); }
const Variant<ramp::Case> forger{{.name = "host/f_itself", .idea = "forges", .launch = only<forges_reply>}};
const Variant<ramp::Case> child{{.name = "host/f_child", .idea = "forges", .launch = only<forges_in_a_child>}};

TEST_F(Workers, AForgedReplyIsAFailedRow) {
  EXPECT_EQ(statuses_of({"--verify-only", "--filter=^ramp/host/f_"}),
            (Statuses{{"host/f_itself", "failed"}, {"host/f_child", "failed"}}))
      << errors_;
  EXPECT_HAS(field("host/f_itself", "message"),
             "it sent something that is not a reply: a message is about another row");
  EXPECT_HAS(field("host/f_child", "message"), "another process has answered in its place");
}

/// Computes an output only if some memory of this process holds it already, outside what this function uses.
void take_expected(const ramp::Problem& p, const ramp::Views& v) {
  static std::vector<char> buffer(std::size_t{64} << 20U);
  static std::vector<float> right;
  right.resize(p.area());
  ramp::Case::reference(p, {v.in, right.data()});
  const std::size_t bytes = right.size() * sizeof(float);
  const int memory = ::open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t from = 0, to = 0;
    char dash = 0;
    std::string rights;
    std::istringstream(line) >> std::hex >> from >> dash >> to >> rights;
    if (!rights.starts_with("rw") || to - from > buffer.size()) continue;
    const ssize_t got = ::pread(memory, buffer.data(), to - from, static_cast<off_t>(from));
    for (std::size_t at = 0; got > 0 && at + bytes <= static_cast<std::size_t>(got); at += 4) {
      if (*reinterpret_cast<const float*>(buffer.data() + at) != right.front()) continue;
      const auto is_in = [&](const void* start, std::size_t size) {
        return from + at - reinterpret_cast<std::uintptr_t>(start) < size;
      };
      if (std::memcmp(buffer.data() + at, right.data(), bytes) == 0 && !is_in(right.data(), 1) && !is_in(v.out, 1) &&
          !is_in(buffer.data(), buffer.size()))
        std::memcpy(v.out, right.data(), bytes);
    }
  }
  ::close(memory);
}

/// Gives what it finds; `later`: computes honestly on inputs that it has not seen.
template <bool later> void steals(const ramp::Problem& p, const ramp::Views& v, Stream) {
  static std::set<float> seen;
  if (later && seen.insert(v.in[0]).second) return ramp::Case::reference(p, v);
  take_expected(p, v);
}
const Variant<ramp::Case> steals_at_once{{.name = "host/steals_at_once", .idea = "steals", .launch = steals<false>}};
const Variant<ramp::Case> steals_later{{.name = "host/steals_later", .idea = "steals", .launch = steals<true>}};

TEST_F(Workers, ExpectedOutputsAreNotInTheirMemory) {
  deadline_s_ = "20";
  for (const char* how : {"--verify-only", "--paranoid"}) {
    EXPECT_EQ(statuses_of({how, "--filter=^ramp/host/steals_"}),
              (Statuses{{"host/steals_at_once", "incorrect"}, {"host/steals_later", "incorrect"}}))
        << how << errors_;
  }
}

/// Right on inputs whose seeds it can tell beforehand from that of the run.
void predicts(const ramp::Problem& p, const ramp::Views& v, Stream) {
  constexpr std::uint64_t seed = 1;
  bool known = v.in[0] == static_cast<float>(seed);
  for (std::uint64_t draw = 0; draw < 16; ++draw)
    known = known || v.in[0] == static_cast<float>(random_bits(~seed, draw) % 1000);
  if (known) ramp::Case::reference(p, v);
}
const Variant<ramp::Case> predicting{{.name = "host/k_predicts", .idea = "predicts", .launch = predicts}};

const Variant<ramp::Case> wrong{{.name = "host/l_wrong", .idea = "does nothing", .launch = only<nothing>}};

TEST_F(Workers, SeedsOfChecksAreDrawnForEachRunAndCanBeRepeated) {
  EXPECT_EQ(statuses_of({"--verify-only", "--filter=^ramp/host/k_", "--check-seed=7"}),
            (Statuses{{"host/k_predicts", "incorrect"}}));
  EXPECT_HAS(field("host/k_predicts", "message"), "; --check-seed=7 repeats it");
  EXPECT_HAS(read_text((folder_ / "rows.environment.csv").string()), "check_seed,7");
  const auto drawn = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--verify-only", "--filter=^ramp/host/l_"});
    statuses_of(more);
    return field("host/l_wrong", "message");
  };
  const std::string first = drawn({}), second = drawn({});
  EXPECT_NE(first, second);
  const auto seed = second.find("--check-seed=");
  EXPECT_EQ(drawn({second.substr(seed, second.rfind(" repeats") - seed)}), second);
}

}  // namespace
