// Rows that are made more than once: in fresh processes, and after a ceiling that failed: tried again, told, and made
// anew by --retry-failed; and how long rows take.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <rungs/core/typed_case.hpp>
#include "harness/cli/parse_options.hpp"
#include "harness/tests/testing.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

/// Ends the processes in which it runs, but for the first.
void crashes_later() {
  notes_process();
  const char* path = std::getenv(processes_variable);
  if (path == nullptr) return;
  const std::string notes = read_text(path);
  if (std::count(notes.begin(), notes.end(), '\n') >= 2) mischief::crashes();
}

const auto one = variant<first, notes_process>("host/r_one");
const auto other = variant<0, nothing>("host/r_other");
const auto crashing = variant<first, crashes_later>("host/rr_crashes");
const auto not_crashing = variant<0, nothing>("host/rr_other");

class Processes : public NotedWorkers {
 protected:
  /// What each process has measured of a variant: value by name.
  [[nodiscard]] std::vector<std::map<std::string, std::string>> of(const std::string& name) const {
    std::vector<std::map<std::string, std::string>> found;
    for (const Record& line : side_lines("process")) {
      if (line[1] != name) continue;
      found.resize(std::max(found.size(), std::stoul(line[9])));
      found.at(std::stoul(line[9]) - 1)[line[8]] = line[10];
    }
    return found;
  }
};

TEST_F(Processes, ARowHasTheSamplesOfAll) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/r_", "--processes=3"}), 0) << errors_;
  EXPECT_EQ(noted(), 3U);
  for (const char* name : {"host/r_one", "host/r_other"}) {
    const auto lines = of(name);
    ASSERT_EQ(lines.size(), 3U) << name;
    std::size_t samples = 0;
    double low = 1e9;
    double high = 0;
    for (const auto& line : lines) {
      samples += std::stoul(line.at("samples"));
      low = std::min(low, std::stod(line.at("time_median_us")));
      high = std::max(high, std::stod(line.at("time_median_us")));
    }
    const Record row = rows().at(name);
    EXPECT_EQ(row[column("samples")], std::to_string(samples));
    EXPECT_LE(std::stod(row[column("ci_low_us")]), low) << "the interval reaches over all processes";
    EXPECT_GE(std::stod(row[column("ci_high_us")]), high);
  }
}

TEST_F(Processes, OneThatCrashesEndsItsRowAlone) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/rr_", "--processes=3"}), 1) << errors_;
  EXPECT_EQ(field("host/rr_crashes", "status"), "failed");
  EXPECT_TRUE(of("host/rr_crashes").empty());
  EXPECT_EQ(field("host/rr_other", "status"), "ok");
  EXPECT_EQ(of("host/rr_other").size(), 3U);
}

/// Names the file that says how often the ceiling still fails, with a letter for each; in the environment, so
/// that the other tests have no ceiling.
constexpr const char* failures_variable = "RUNGS_TEST_CEILING";

struct Copy : ramp::Case {
  static constexpr std::string_view name = "test_copy";
  static constexpr Ceiling ceiling = Ceiling::copy;
};

void fails_at_first(const ramp::Problem& p, const ramp::Views& v, Stream) {
  static bool well = false;  // a file that is read in each launch would be part of the ceiling
  const char* const path = std::getenv(failures_variable);
  if (const std::string left = well ? "" : read_text(path); !left.empty()) {
    std::ofstream(path) << left.substr(1);
    throw Failed("no ceiling today");
  }
  well = true;
  Copy::reference(p, v);
}

const auto ceiling =
    std::getenv(failures_variable) == nullptr
        ? std::optional<Variant<Copy>>()
        : std::optional<Variant<Copy>>(
              std::in_place,
              VariantOn<Copy, Backend::host>({.name = "host/plain", .idea = "a ceiling", .launch = fails_at_first}));

class LostCeilings : public Workers {
 protected:
  LostCeilings() { ::setenv(failures_variable, failures_.c_str(), 1); }
  ~LostCeilings() override { ::unsetenv(failures_variable); }

  int bench(const std::string& more) {
    const auto [text, status] = alone("--backend=host --min-time=0 --max-noise=1000 --out=" + path_ + more +
                                      " --filter=^ramp/host/w_good_a 2>&1");
    said_ = text;
    return WEXITSTATUS(status);
  }

  const std::string failures_ = (folder_ / "failures").string();
  std::string said_;
};

TEST_F(LostCeilings, ARowWithoutItSaysSoAndBothAreMadeAgain) {
  put(failures_, "xx");
  EXPECT_EQ(bench(""), 1) << said_;
  EXPECT_EQ(field("host/plain", "status"), "failed");
  EXPECT_EQ(field("host/w_good_a", "status"), "ok");
  EXPECT_EQ(field("host/w_good_a", "speed_of_light_percent"), "");
  EXPECT_HAS(field("host/w_good_a", "message"), "no ceiling: test_copy/host/plain");
  EXPECT_HAS(field("host/w_good_a", "message"), "no ceiling today");
  EXPECT_EQ(bench(" --retry-failed"), 0) << said_;
  EXPECT_EQ(field("host/plain", "status"), "ok");
  EXPECT_EQ(field("host/w_good_a", "message").find("no ceiling"), std::string::npos);
  EXPECT_NE(field("host/w_good_a", "speed_of_light_percent"), "");
}

TEST(Options, TheHostHasLessTimeUnlessItIsGivenAndQuickATenth) {
  const std::array words{"bench", "--quick", "--time-limit=7"};
  const double seconds[][3] = {{15, 5, 0.5}, {1.5, 0.5, 0.05}, {7, 7, 0.05}};
  for (std::size_t count = 1; count <= words.size(); ++count) {
    const Options options = parse_options(static_cast<int>(count), words.data());
    EXPECT_DOUBLE_EQ(options.stop.time_limit_s, seconds[count - 1][0]);
    EXPECT_DOUBLE_EQ(options.host_time_limit_s, seconds[count - 1][1]);
    EXPECT_DOUBLE_EQ(options.stop.min_time_s, seconds[count - 1][2]);
  }
}

TEST_F(Workers, QuickRowsSayThatTheyAre) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_good_a$", "--quick"}), 0) << errors_;
  EXPECT_HAS(field("host/w_good_a", "message"), "--quick: a tenth of the time");
}

}  // namespace
