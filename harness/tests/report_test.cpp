// CSV in and out, the row file, units, and rows as lines of JSON.
#include <gtest/gtest.h>
#include <cstdio>
#include <map>
#include "harness/engine/row_visit.hpp"
#include "harness/output/csv.hpp"
#include "harness/output/json.hpp"
#include "harness/output/units.hpp"
#include "harness/tests/run_row.hpp"
#include "harness/tests/testing.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;

Row row_of(const std::string& variant, double median) {
  Row row = row_with(Registry::global().find("ramp/gpu/" + variant), Backend::cuda, median);
  row.size = "64x64";
  row.params = "step=1";
  row.provenance.device = "made up";
  return row;
}

TEST(Csv, HostileTextComesBackAsItWas) {
  const std::vector<std::string> hostile{
      "",     "plain",    "a,b", "a \"quote\"", "two\nlines",           "cr\r\nlf",   " blanks ", "\"", ",",
      "\"\"", "<b>&amp;", "\t",  "=1+1",        "\xC3\xA9\xE2\x82\xAC", "a,\"b\"\n,c"};
  const auto lines = parse_csv(csv_line(hostile) + csv_line({"x"}), "test");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], hostile);
}

TEST(Csv, ACutLineIsRefused) {
  EXPECT_THROW(static_cast<void>(parse_csv("a,b\n1,2", "test")), BadUsage);
  EXPECT_THROW(static_cast<void>(parse_csv("a,b\n1,\"2\n", "test")), BadUsage);
  EXPECT_THROW(static_cast<void>(parse_csv("a,b\n1,x\"2\n", "test")), BadUsage);
}

TEST(Rows, FasterThanTheDeviceAreIncorrectAndThanABusyHostARemark) {
  const auto judged = [](double share, bool of_device) {
    Row row = row_of("right", 1000);
    row.measurement->summary.modes_apart_percent.reset();
    judge_by_ceiling(row, share * 10, of_device);
    return row;
  };
  EXPECT_EQ(judged(104, true).status, Status::ok);
  EXPECT_HAS(judged(104, true).message, "above the ceiling");
  const Row wrong = judged(106, true);
  EXPECT_EQ(wrong.status, Status::incorrect);
  EXPECT_FALSE(wrong.measurement);
  EXPECT_HAS(wrong.message, "faster than the device can be: 106 %");
  Row quick = row_of("right", 20);
  judge_by_ceiling(quick, 21.5, true);
  EXPECT_EQ(quick.status, Status::ok) << "1.5 us are a kernel's start and end";
  EXPECT_EQ(judged(122, false).status, Status::ok);
  EXPECT_EQ(judged(310, false).status, Status::incorrect);
}

TEST(Units, AreWrittenAsTheScriptsWriteThem) {
  const std::map<std::string, std::string (*)(double)> writers{{"microseconds", time_text},
                                                               {"bytes per second", rate_text},
                                                               {"joules", energy_text},
                                                               {"percent", percent_text},
                                                               {"ratio", gain_text}};
  const auto examples = parse_csv(read_text(RUNGS_UNITS_EXAMPLES), RUNGS_UNITS_EXAMPLES);
  EXPECT_GT(examples.size(), 20U);
  for (std::size_t i = 1; i < examples.size(); ++i)
    EXPECT_EQ(writers.at(examples[i][0])(std::stod(examples[i][1])), examples[i][2]) << examples[i][1];
}

TEST(Columns, EachIsSetInARowOfWhichAllIsKnown) {
  RegisteredVariant variant = *Registry::global().find("ramp/gpu/right");
  variant.info.improves = "gpu/slower";
  Row row = row_of("right", 2);
  EXPECT_EQ(to_record(row)[column("time_median_us")], "2");
  EXPECT_EQ(to_record(row)[column("iqr_percent")], "") << "one sample has no spread";
  row.variant = &variant;
  row.message = "m";
  row.work = {1, 1, 1};
  row.measurement->sm_clock_mhz = 1;
  row.measurement->summary = {1, 1, 1, 1, 1, Interval{1, 1}, {}};
  row.event_overhead_us = row.peak_percent = row.speed_of_light_percent = 1;
  row.state = {"yes", "none", 1};
  row.provenance = {"h", "d", "u", "r", "c", "g", "1", "2", "b"};
  row.ceiling = "copy+read";
  row.timestamp = "2026-01-31T12:00:00Z";
  const Record record = to_record(row);
  ASSERT_EQ(record.size(), columns().size());
  for (std::size_t i = 0; i < record.size(); ++i) EXPECT_FALSE(record[i].empty()) << columns()[i].name;
  EXPECT_EQ(record[column("schema")], row_schema());
}

void prints() { std::puts("a variant's own words"); }
const auto printing = testing_workers::variant<testing_workers::every, prints>("host/j_prints");

using testing_workers::Workers;

TEST_F(Workers, StandardOutputHasLinesOfJsonAlone) {
  for (const char* where : {"--isolate=none", "--isolate=auto"}) {
    std::filesystem::remove(path_);
    EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/j_", "--format=jsonl", where}), 0) << errors_;
    EXPECT_TRUE(table_.starts_with("{\"schema\":\"" + row_schema() + R"(","case":"ramp","variant":"host/j_prints",)"));
    EXPECT_EQ(table_.find('\n'), table_.size() - 1) << table_;
    EXPECT_NE(errors_.find("a variant's own words"), std::string::npos);
  }
}

TEST(Json, TextIsEscaped) {
  EXPECT_EQ(json_text(std::string_view("a\"b\\c/\b\f\n\r\t\0\x1F\x7F", 14)),
            "\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0000\\u001f\x7F\"");
  for (const std::string text : {"\u00E9", "\u20AC", "\uD7FF", "\uE000", "\U0001F600", "\U0010FFFF", "\uFFFD"})
    EXPECT_EQ(json_text(text), '"' + text + '"');
}

TEST(Json, WhatIsNoUtf8IsReplaced) {
  const std::vector<std::pair<std::string, int>> wrong{{"\x80", 1},          // the rest of a character
                                                       {"\xC0\xAF", 2},      // two bytes where one would do
                                                       {"\xC3", 1},          // cut
                                                       {"\xE0\x9F\xBF", 3},  // three bytes where two would do
                                                       {"\xED\xA0\x80", 3},  // half of a pair of UTF-16
                                                       {"\xFF\xFE", 2}};
  for (const auto& [bytes, count] : wrong) {
    std::string replaced;
    for (int i = 0; i < count; ++i) replaced += "\uFFFD";
    EXPECT_EQ(json_text("a" + bytes), "\"a" + replaced + '"');
    EXPECT_EQ(json_text(bytes + "\"z\u00E9"), '"' + replaced + "\\\"z\u00E9\"") << count;
  }
}

}  // namespace
