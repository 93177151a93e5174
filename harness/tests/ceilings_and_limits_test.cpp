// Ceilings that fail: tried again, told, and made anew by --retry-failed; and how long rows take.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include "harness/cli/parse_options.hpp"
#include "harness/tests/said.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace testing_workers;

/// Names the file that says how often the ceiling still fails, with a letter for each; in the environment, so
/// that the other tests have no ceiling.
constexpr const char* failures_variable = "RUNGS_TEST_CEILING";

struct Copy : ramp::Case {
  static constexpr std::string_view name = "test_copy";
  static constexpr Ceiling ceiling = Ceiling::copy;
};

void fails_at_first(const ramp::Problem& p, const ramp::Views& v, Stream) {
  const char* const path = std::getenv(failures_variable);
  if (std::string left = read_text(path); !left.empty()) {
    std::ofstream(path) << left.substr(1);
    throw Failed("no ceiling today");
  }
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

TEST_F(LostCeilings, OneThatFailsIsTriedAgain) {
  put(failures_, "x");
  EXPECT_EQ(bench(""), 0) << said_;
  EXPECT_EQ(field("host/plain", "status"), "ok") << said_;
  EXPECT_NE(field("host/w_good_a", "speed_of_light_percent"), "");
}

TEST_F(LostCeilings, ARowWithoutItSaysSoAndBothAreMadeAgain) {
  put(failures_, "xx");
  const std::string file = (folder_ / "samples.csv").string();
  const std::string samples = " --samples=" + file;
  EXPECT_EQ(bench(samples), 1) << said_;
  EXPECT_EQ(field("host/plain", "status"), "failed");
  EXPECT_EQ(field("host/w_good_a", "status"), "ok");
  EXPECT_EQ(field("host/w_good_a", "speed_of_light_percent"), "");
  EXPECT_HAS(field("host/w_good_a", "message"), "no ceiling: test_copy/host/plain");
  EXPECT_HAS(field("host/w_good_a", "message"), "no ceiling today");
  EXPECT_EQ(bench(samples + " --resume"), 1) << said_;
  EXPECT_EQ(field("host/plain", "status"), "failed");
  EXPECT_EQ(bench(samples + " --retry-failed"), 0) << said_;
  EXPECT_EQ(field("host/plain", "status"), "ok");
  EXPECT_EQ(std::ranges::count(parse_csv(read_text(file), file), "0", [](const Record& line) { return line[7]; }), 2)
      << "each row has its first sample once";
  EXPECT_EQ(field("host/w_good_a", "message").find("no ceiling"), std::string::npos);
  EXPECT_NE(field("host/w_good_a", "speed_of_light_percent"), "");
}

TEST(Options, TheHostHasLessTimeUnlessItIsGivenAndQuickATenth) {
  struct Asked {
    std::vector<const char*> words;
    double gpu_s, host_s, least_s;
  };
  const std::array all{Asked{{"bench"}, 15, 5, 0.5}, Asked{{"bench", "--time-limit=7"}, 7, 7, 0.5},
                       Asked{{"bench", "--quick"}, 1.5, 0.5, 0.05},
                       Asked{{"bench", "--quick", "--time-limit=7"}, 7, 7, 0.05}};
  for (const Asked& one : all) {
    const Options options = parse_options(static_cast<int>(one.words.size()), one.words.data());
    EXPECT_DOUBLE_EQ(options.stop.time_limit_s, one.gpu_s) << one.words.back();
    EXPECT_DOUBLE_EQ(options.host_time_limit_s, one.host_s) << one.words.back();
    EXPECT_DOUBLE_EQ(options.stop.min_time_s, one.least_s) << one.words.back();
  }
}

TEST_F(Workers, QuickRowsSayThatTheyAre) {
  EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/w_good_a$", "--quick"}), 0) << errors_;
  EXPECT_HAS(field("host/w_good_a", "message"), "--quick: a tenth of the time");
}

}  // namespace
