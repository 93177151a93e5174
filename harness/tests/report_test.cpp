// CSV in and out, the row file, units.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

#include "harness/output/csv.hpp"
#include "harness/output/side_file.hpp"
#include "harness/output/units.hpp"
#include "harness/tests/cases/ramp/case.hpp"

namespace {

using namespace rungs;

/// A path in a folder of this test's own, which is removed at the end.
class OwnFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("rungs-" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) +
               std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + std::to_string(getpid()));
    std::filesystem::create_directory(folder_);
    path_ = folder_ / "rows.csv";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
  std::string path_;
};

Record record(const std::string& variant, double median, const std::string& message = "") {
  Row row;
  row.variant = Registry::global().find("ramp/gpu/" + variant);
  row.backend = Backend::cuda;
  row.size = "64x64";
  row.params = "step=1";
  row.cache = Cache::cold;
  row.message = message;
  row.measurement.emplace();
  row.measurement->samples.push_back({median, 1000});
  row.measurement->summary = summarise({median});
  row.provenance.device = "made up";
  return to_record(row);
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

TEST(Row, HasTheColumnsOfTheSchema) {
  EXPECT_EQ(row_columns().front(), "schema") << "by which a file of rows is known";
  const Record one = record("right", 2);
  EXPECT_EQ(one[column("time_median_us")], "2");
  EXPECT_EQ(one[column("iqr_percent")], "") << "one sample has no spread";
}

/// Whether a file holds the row of a variant as `record` makes it.
bool holds(const RowFile& file, const std::string& variant) {
  const Record of = record(variant, 1);
  std::vector<std::string> fields;
  for (const auto name : RowKey::columns()) fields.push_back(of[column(name)]);
  return file.holds(RowKey::from(fields), std::stoull(of[column("seed")]));
}

TEST_F(OwnFolder, AppendsRowByRowAndTakesOverWhatIsThere) {
  {
    RowFile file(path_, false);
    file.append(record("right", 2, "a \"message\",\nwith all"));
    // Not closed: what was appended is on the disk all the same.
    EXPECT_EQ(parse_csv(read_text(path_), path_).size(), 2U);
  }
  RowFile again(path_, true);
  EXPECT_TRUE(holds(again, "right"));
  EXPECT_FALSE(holds(again, "nan"));
  again.append(record("nan", 1));
  const auto lines = parse_csv(read_text(path_), path_);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1][column("message")], "a \"message\",\nwith all");
  EXPECT_EQ(lines[2][column("variant")], "gpu/nan");
}

TEST_F(OwnFolder, ASecondRunDoesNotOverwrite) {
  { const RowFile file(path_, false); }
  const std::string before = read_text(path_);
  EXPECT_THROW(RowFile(path_, false), BadUsage);
  EXPECT_EQ(read_text(path_), before);
}

TEST_F(OwnFolder, RefusesForeignFilesAndLeavesThemAsTheyAre) {
  const std::string header = csv_line(row_columns());
  const std::string row = csv_line(record("right", 2));
  for (const std::string& text :
       {std::string("a,b\n1,2\n"), std::string("\n"), header + row_schema() + ",stitch\n",
        header + "rungs-row-1" + std::string(row_columns().size() - 1, ',') + "\n",
        header + row_schema() + ",\"an open quote\n" + row}) {
    std::ofstream(path_, std::ios::binary) << text;
    EXPECT_THROW(RowFile(path_, true), BadUsage) << text;
    EXPECT_EQ(read_text(path_), text);
  }
}

TEST_F(OwnFolder, RowsOfTheSchemaBeforeAreToBeConverted) {
  std::ofstream(path_, std::ios::binary) << "schema,case\nrungs-row-2,stitch\n";
  try {
    RowFile(path_, true);
    FAIL() << "they were taken";
  } catch (const BadUsage& error) {
    EXPECT_NE(std::string(error.what()).find("`rungs convert " + path_ + "` writes them anew"),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(read_text(path_), "schema,case\nrungs-row-2,stitch\n");
}

TEST_F(OwnFolder, TakesOffALastRowThatWasCut) {
  const std::string header = csv_line(row_columns());
  const std::string row = csv_line(record("right", 2));
  const std::string cut = csv_line(record("nan", 1, "two\nlines"));
  for (std::size_t length = 1; length < cut.size(); ++length) {
    std::ofstream(path_, std::ios::binary) << header << row << cut.substr(0, length);
    const RowFile file(path_, true);
    EXPECT_NE(file.remark(), "");
    EXPECT_TRUE(holds(file, "right"));
    EXPECT_FALSE(holds(file, "nan"));
    EXPECT_EQ(read_text(path_), header + row);
  }
}

TEST_F(OwnFolder, AHeaderThatWasCutIsWrittenAgain) {
  const std::string header = csv_line(row_columns());
  for (const bool resume : {false, true}) {
    for (const std::size_t length : {std::size_t{0}, std::size_t{30}, header.size() - 1}) {
      std::ofstream(path_, std::ios::binary) << header.substr(0, length);
      { const RowFile file(path_, resume); }
      EXPECT_EQ(read_text(path_), header);
    }
  }
}

TEST_F(OwnFolder, ASecondWriterIsRefused) {
  const RowFile first(path_, false);
  const std::string before = read_text(path_);
  EXPECT_THROW(RowFile(path_, true), BadUsage);
  EXPECT_EQ(read_text(path_), before);
}

TEST_F(OwnFolder, TakesOffTheLinesOfARowThatWasNotWritten) {
  Row row;
  row.variant = Registry::global().find("ramp/gpu/right");
  row.backend = Backend::cuda;
  row.size = "64x64";
  row.cache = Cache::cold;
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
    std::ofstream(foreign, std::ios::binary) << text;
    EXPECT_THROW(SideFile("--samples", foreign, {"sample", "time_us"}, &rows), BadUsage) << text;
    EXPECT_EQ(read_text(foreign), text);
  }
  EXPECT_EQ(read_text(path), kept);
}

TEST_F(OwnFolder, RowsOfAnotherDeviceAreNotCompleted) {
  RowFile file(path_, false);
  file.append(record("right", 2));
  Provenance here;
  here.device = "made up";
  const auto on = [&](Backend backend) { return std::vector{BackendFacts{backend, here, 0, {}}}; };
  EXPECT_NO_THROW(file.require_same_run(on(Backend::cuda)));
  here.device = "another";
  EXPECT_THROW(file.require_same_run(on(Backend::cuda)), BadUsage);
  EXPECT_NO_THROW(file.require_same_run(on(Backend::host))) << "it holds no host rows";
}

TEST_F(OwnFolder, RowsOfAnotherVersionOfAnAddedVariantAreNotCompleted) {
  RowFile file(path_, false);
  Record one = record("right", 2);
  one[column("compiler")] = "Python 3.12, made.py 0123456789ab";
  file.append(one);
  EXPECT_NO_THROW(file.require_same_build("ramp", "gpu/right", "Python 3.12, made.py 0123456789ab"));
  EXPECT_NO_THROW(file.require_same_build("ramp", "gpu/wrong", "Python 3.12, made.py ba9876543210"));
  EXPECT_THROW(file.require_same_build("ramp", "gpu/right", "Python 3.12, made.py ba9876543210"), BadUsage);
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
  Row row;
  row.variant = &variant;
  row.backend = Backend::cuda;
  row.message = "m";
  row.size = "64x64";
  row.params = "step=1";
  row.cache = Cache::cold;
  row.work = {1, 1, 1};
  row.measurement.emplace();
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

}  // namespace
