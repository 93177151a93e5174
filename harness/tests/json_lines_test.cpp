// Rows as lines of JSON, and nothing else beside them.
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

void prints() { std::puts("a variant's own words"); }
const auto printing = variant<every, prints>("host/j_prints");

TEST_F(Workers, StandardOutputHasLinesOfJsonAlone) {
  for (const char* where : {"--isolate=none", "--isolate=auto"}) {
    std::filesystem::remove(path_);
    EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/j_", "--format=jsonl", where}), 0) << errors_;
    std::istringstream lines(table_);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      const auto row = nlohmann::json::parse(line);
      EXPECT_EQ(row.at("variant"), "host/j_prints");
      EXPECT_GE(row.at("samples").get<int>(), 1);
    }
    EXPECT_EQ(count, 1U) << table_;
    EXPECT_NE(errors_.find("a variant's own words"), std::string::npos);
  }
}

}  // namespace
