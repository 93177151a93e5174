// Rows as lines of JSON, and nothing else next to them; and the JSON itself.
#include <cstdio>
#include <sstream>

#include "harness/output/json.hpp"
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
      EXPECT_TRUE(
          line.starts_with("{\"schema\":\"" + row_schema() + R"(","case":"ramp","variant":"host/j_prints",)"))
          << line;
      const std::size_t samples = line.find(R"("samples":)");
      ASSERT_NE(samples, std::string::npos) << line;
      EXPECT_GE(std::stoi(line.substr(samples + 10)), 1) << line;
      EXPECT_EQ(line.back(), '}');
    }
    EXPECT_EQ(count, 1U) << table_;
    EXPECT_NE(errors_.find("a variant's own words"), std::string::npos);
  }
}

TEST(Json, TextIsEscaped) {
  EXPECT_EQ(json_text(""), R"("")");
  EXPECT_EQ(json_text(std::string_view("a\"b\\c/\b\f\n\r\t\0\x1F\x7F", 14)),
            "\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0000\\u001f\x7F\"");
  for (const std::string text :
       {"\u00E9", "\u20AC", "\uD7FF", "\uE000", "\U0001F600", "\U0010FFFF", "\uFFFD"})
    EXPECT_EQ(json_text(text), '"' + text + '"');
}

TEST(Json, WhatIsNoUtf8IsReplaced) {
  const std::vector<std::pair<std::string, int>> wrong{{"\x80", 1},          // the rest of a character
                                                       {"\xC0\xAF", 2},      // two bytes where one would do
                                                       {"\xC3", 1},          // cut
                                                       {"\xE2\x82", 1},      // the same
                                                       {"\xF0\x9F\x98", 1},  // the same
                                                       {"\xE0\x9F\xBF", 3},  // three bytes where two would do
                                                       {"\xF0\x8F\xBF\xBF", 4},  // four where three would do
                                                       {"\xED\xA0\x80", 3},      // half of a pair of UTF-16
                                                       {"\xF4\x90\x80\x80", 4},  // above U+10FFFF
                                                       {"\xF5\x80", 2},          // not the start of any
                                                       {"\xFF\xFE", 2}};
  for (const auto& [bytes, count] : wrong) {
    std::string replaced;
    for (int i = 0; i < count; ++i) replaced += "\uFFFD";
    EXPECT_EQ(json_text("a" + bytes), "\"a" + replaced + '"');
    EXPECT_EQ(json_text(bytes + "\"z\u00E9"), '"' + replaced + "\\\"z\u00E9\"") << count;
  }
}

TEST(Json, ArraysAndObjectsAreIndented) {
  const std::string list = json_array({"1", json_object({{"a\n", json_text("\n")}, {"b", json_array({})}})});
  EXPECT_EQ(list, "[\n  1,\n  {\n    \"a\\n\": \"\\n\",\n    \"b\": []\n  }\n]");
  EXPECT_EQ(json_object({}), "{}");
}

TEST(JsonLine, NumbersHaveTheDigitsOfTheRecord) {
  Record record(row_columns().size());
  record[column("message")] = "a \"b\"\n\xFF";
  record[column("max_error")] = "inf";
  record[column("time_min_us")] = "1.5e+06";
  record[column("time_median_us")] = "0.117805";
  record[column("samples")] = "12";
  const std::string line = json_line(record);
  for (const char* part : {R"({"schema":null,)",
                           R"("message":"a \"b\"\n)"
                           "\uFFFD\",",
                           R"("max_error":"inf",)", R"("time_min_us":1.5e+06,)",
                           R"("time_median_us":0.117805,)", R"("samples":12,)"})
    EXPECT_NE(line.find(part), std::string::npos) << part << line;
  EXPECT_TRUE(line.ends_with(",\"timestamp\":null}\n")) << line;
}

}  // namespace
