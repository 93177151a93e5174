// CSV in and out, the row file, units, and rows as lines of JSON.
#include <gtest/gtest.h>
#include <cstdio>
#include <map>
#include <stdexcept>
#include "harness/engine/row_visit.hpp"
#include "harness/output/csv.hpp"
#include "harness/output/json.hpp"
#include "harness/output/side_file.hpp"
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

TEST_F(OwnFolder, TakesOffALastRowThatWasCut) {
  const std::string header = csv_line(row_columns());
  const std::string row = csv_line(to_record(row_of("right", 2)));
  Row last = row_of("nan", 1);
  last.message = "two\nlines";
  const std::string cut = csv_line(to_record(last));
  for (std::size_t length = 1; length < cut.size(); ++length) {
    put(path_, header + row + cut.substr(0, length));
    const RowFile file(path_, true);
    EXPECT_NE(file.remark(), "");
    EXPECT_EQ(read_text(path_), header + row);
  }
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
  judge_by_ceiling(quick, 22.5, true);
  EXPECT_EQ(quick.status, Status::incorrect);
  EXPECT_EQ(judged(122, false).status, Status::ok);
  EXPECT_EQ(judged(310, false).status, Status::incorrect);
}

TEST_F(OwnFolder, TakesOffTheLinesOfARowThatWasNotWritten) {
  const Row row = row_of("right", 2);
  Row unwritten = row;
  unwritten.size = "65x65";
  const std::string path = folder_ / "samples.csv";
  { const RowFile begun(path_, false); }
  RowFile rows(path_, true);
  {
    SideFile samples("--samples", path, {"sample", "time_us"}, &rows);
    samples.append(row, {{"0", "1.5"}, {"1", "2"}});
    rows.append(to_record(row));
  }
  const std::string kept = read_text(path);
  { SideFile("--samples", path, {"sample", "time_us"}, &rows).append(unwritten, {{"0", "3"}, {"1", "4"}}); }
  std::ofstream(path, std::ios::app | std::ios::binary) << "ramp,gpu/right,cu";
  { const SideFile again("--samples", path, {"sample", "time_us"}, &rows); }
  EXPECT_EQ(read_text(path), kept);
  EXPECT_THROW(SideFile("--samples", path, {"sample", "time_us"}, nullptr), BadUsage);
  const RowFile others(folder_ / "others.csv", true);
  EXPECT_THROW(SideFile("--samples", path, {"sample", "time_us"}, &others), BadUsage) << "no row is of it";
  EXPECT_THROW(SideFile("--samples", path, {"other"}, &rows), BadUsage);
  const std::string foreign = folder_ / "foreign.csv";
  for (const std::string& text : {std::string("a,b\n1,2\n"), std::string("\n"), kept + "ramp,gpu/right\n",
                                  kept + csv_line({"a", "b", "cuda", "1x1", "", "cold", "0", "1"}) +
                                      csv_line({"a", "c", "cuda", "1x1", "", "cold", "0", "1"}),
                                  kept + "ramp,gpu/right,cuda,64x64,\"\n" + kept}) {
    put(foreign, text);
    EXPECT_THROW(SideFile("--samples", foreign, {"sample", "time_us"}, &rows), BadUsage) << text;
    EXPECT_EQ(read_text(foreign), text);
  }
  EXPECT_EQ(read_text(path), kept);
}

TEST_F(OwnFolder, RowsOfAnotherDeviceOrOfAnotherBuildAreNotCompleted) {
  RowFile file(path_, false);
  Record one = to_record(row_of("right", 2));
  one[column("compiler")] = "Python 3.12, made.py 0123456789ab";
  file.append(one);
  Provenance here;
  here.device = "made up";
  const auto on = [&](Backend backend) { return std::vector{BackendFacts{backend, here, 0, {}}}; };
  EXPECT_NO_THROW(file.require_same_run(on(Backend::cuda)));
  here.device = "another";
  EXPECT_THROW(file.require_same_run(on(Backend::cuda)), BadUsage);
  EXPECT_NO_THROW(file.require_same_run(on(Backend::host))) << "it holds no host rows";
  const char* other = "Python 3.12, made.py ba9876543210";
  EXPECT_NO_THROW(file.require_same_build("ramp", "gpu/right", one[column("compiler")]));
  EXPECT_NO_THROW(file.require_same_build("ramp", "gpu/wrong", other));
  EXPECT_THROW(file.require_same_build("ramp", "gpu/right", other), BadUsage);
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

TEST(Units, OfTheTerminalAlone) {
  EXPECT_EQ(time_text(0.25), "250 ns");
  EXPECT_EQ(bytes_text(419430400), "419 MB");
  EXPECT_EQ(percent_text(0.018), "0.0 %");
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
  EXPECT_EQ(record[column("timestamp")], row.timestamp);
  EXPECT_THROW(static_cast<void>(column("colour")), std::out_of_range);
}

void prints() { std::puts("a variant's own words"); }
const auto printing = testing_workers::variant<testing_workers::every, prints>("host/j_prints");

class JsonWorkers : public testing_workers::Workers {};

TEST_F(JsonWorkers, StandardOutputHasLinesOfJsonAlone) {
  for (const char* where : {"--isolate=none", "--isolate=auto"}) {
    std::filesystem::remove(path_);
    EXPECT_EQ(run({"--backend=host", "--filter=^ramp/host/j_", "--format=jsonl", where}), 0) << errors_;
    EXPECT_TRUE(table_.starts_with("{\"schema\":\"" + row_schema() + R"(","case":"ramp","variant":"host/j_prints",)"));
    EXPECT_EQ(table_.find('\n'), table_.size() - 1) << table_;
    EXPECT_NE(errors_.find("a variant's own words"), std::string::npos);
  }
}

TEST(Json, TextIsEscaped) {
  EXPECT_EQ(json_text(""), R"("")");
  EXPECT_EQ(json_text(std::string_view("a\"b\\c/\b\f\n\r\t\0\x1F\x7F", 14)),
            "\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0000\\u001f\x7F\"");
  for (const std::string text : {"\u00E9", "\u20AC", "\uD7FF", "\uE000", "\U0001F600", "\U0010FFFF", "\uFFFD"})
    EXPECT_EQ(json_text(text), '"' + text + '"');
}

TEST(Json, WhatIsNoUtf8IsReplaced) {
  const std::vector<std::pair<std::string, int>> wrong{{"\x80", 1},              // the rest of a character
                                                       {"\xC0\xAF", 2},          // two bytes where one would do
                                                       {"\xC3", 1},              // cut
                                                       {"\xE2\x82", 1},          // the same
                                                       {"\xF0\x9F\x98", 1},      // the same
                                                       {"\xE0\x9F\xBF", 3},      // three bytes where two would do
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

TEST(JsonLine, NumbersHaveTheDigitsOfTheRecord) {
  Record record(row_columns().size());
  record[column("max_error")] = "inf";
  record[column("time_min_us")] = "1.5e+06";
  record[column("samples")] = "12";
  const std::string line = json_line(record);
  for (const char* part : {R"("max_error":"inf",)", R"("time_min_us":1.5e+06,)", R"("samples":12,)"})
    EXPECT_HAS(line, part);
}

}  // namespace
