// CSV in and out, the row file, units, and rows as lines of JSON. Pictures, of which what is read is as it was stored
// (of the kinds that are refused by name, scripts/tests/bench/test_command_line_choice.py has more); and sources that
// ask for the simulator.
#include <gtest/gtest.h>
#include <cstdio>
#include <fstream>
#include <map>
#include "harness/engine/row_visit.hpp"
#include "harness/output/csv.hpp"
#include "harness/output/gray_image.hpp"
#include "harness/output/json.hpp"
#include "harness/output/list.hpp"
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
    EXPECT_EQ(json_text("a" + bytes + "\"z\u00E9"), "\"a" + replaced + "\\\"z\u00E9\"") << count;
  }
}

class GrayImageTest : public OwnFolder {
 protected:
  [[nodiscard]] GrayImage read(const std::string& contents) const {
    put(path_, contents);
    return read_gray_image(path_);
  }
  void expect_refused(const std::string& contents, const std::string& why) const {
    const std::string text = message_of<BadUsage>([&] { return read(contents).width; });
    EXPECT_TRUE(text.starts_with("--input " + path_ + ": ")) << text << contents;
    EXPECT_TRUE(text.ends_with("; expected an 8-bit gray PNG")) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_HAS(text, why);
  }
};

/// 5x3 pixels y * 100 + x, interlaced and with a gamma of 1.
std::string interlaced() {
  const std::string digits =
      "89504e470d0a1a0a0000000d4948445200000005000000030800000001095aaab20000000467414d41000186a031e896"
      "5f0000001e4944415478da636060606160623871ea0c032333c3c9d30c29a969e91900339205fb12df1ccc0000000049"
      "454e44ae426082";
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return bytes;
}

TEST_F(GrayImageTest, AnInterlacedOneWithGammaIsReadAsStored) {
  const std::vector<std::uint8_t> rows{0, 1, 2, 3, 4, 100, 101, 102, 103, 104, 200, 201, 202, 203, 204};
  EXPECT_EQ(read(interlaced()).pixels, rows);
}

TEST_F(GrayImageTest, ADamagedOrCutOneIsRefusedAndAnImpossibleSizeBeforeMemoryIsTaken) {
  const std::string whole = interlaced();
  for (std::size_t length = 0; length < whole.size(); ++length) expect_refused(whole.substr(0, length), "");
  std::string damaged = whole, huge = whole;
  damaged[damaged.size() / 2] ^= 0x10;
  expect_refused(damaged, "damaged");
  huge.replace(16, 8, std::string("\x40\0\0\0\x40\0\0\0", 8));
  expect_refused(huge, "needs 1152921504606846976 bytes");
}

TEST(OtherCode, OfTheSimulatorIsFoundWithItsLine) {
  const std::string file = ::testing::TempDir() + "/other_code.cu";
  const auto found = [&](const std::string& text) {
    std::ofstream(file) << text;
    return rungs::other_code_on_simulator(file);
  };
  EXPECT_EQ(found("int a;\n#ifdef RUNGS_SIMULATOR\n#endif\n"), "other_code.cu:2: #ifdef RUNGS_SIMULATOR");
  EXPECT_EQ(found("#if defined(__CUDA_ARCH__) && X\n"), "other_code.cu:1: #if defined(__CUDA_ARCH__) && X");
  EXPECT_EQ(found("#if X\n  # elif RUNGS_SIMULATOR\n"), "other_code.cu:2: # elif RUNGS_SIMULATOR");
  for (const char* same : {"", "// #ifdef RUNGS_SIMULATOR\n", "#ifndef RUNGS_SIMULATOR\n#endif\n",
                           "#if !defined(RUNGS_SIMULATOR)\n#endif\n", "#ifdef __CUDA_ARCH_LIST\n"})
    EXPECT_EQ(found(same), "") << same;
  EXPECT_EQ(rungs::other_code_on_simulator("/nowhere/a.cu"), "");
}

}  // namespace
