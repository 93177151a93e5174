// CSV in and out, the row file, units, published figures.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "harness/report/csv.hpp"
#include "harness/report/published.hpp"
#include "harness/report/row_file.hpp"
#include "harness/report/units.hpp"
#include "harness/tests/ramp_case.hpp"

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
  row.measurement->samples.push_back({median, 1000, median});
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
  EXPECT_EQ(row_columns().size(), 38U);
  EXPECT_EQ(row_columns().front(), "schema");
  EXPECT_EQ(row_columns().back(), "timestamp");
  const Record one = record("right", 2);
  EXPECT_EQ(one[column("time_median_us")], "2");
  EXPECT_EQ(one[column("vs_previous")], "");
}

TEST_F(OwnFolder, AppendsRowByRowAndTakesOverWhatIsThere) {
  {
    RowFile file(path_, false);
    file.append(record("right", 2, "a \"message\",\nwith all"));
    // Not completed and not closed in order: what was appended is on the disk all the same.
    EXPECT_EQ(parse_csv(read_text(path_), path_).size(), 2U);
  }
  RowFile again(path_, true);
  EXPECT_TRUE(again.holds(record("right", 5)));
  EXPECT_FALSE(again.holds(record("nan", 5)));
  again.append(record("nan", 1));
  again.complete();
  const auto lines = parse_csv(read_text(path_), path_);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1][column("variant")], "gpu/nan") << "in ladder order";
  EXPECT_EQ(lines[2][column("message")], "a \"message\",\nwith all");
}

TEST_F(OwnFolder, ASecondRunDoesNotOverwrite) {
  { const RowFile file(path_, false); }
  const std::string before = read_text(path_);
  EXPECT_THROW(RowFile(path_, false), BadUsage);
  EXPECT_EQ(read_text(path_), before);
}

TEST_F(OwnFolder, RefusesForeignFilesAndLeavesThemAsTheyAre) {
  const std::string header = csv_line(row_columns());
  for (const std::string& text :
       {std::string("a,b\n1,2\n"), std::string(), header + "rungs-row-1,stitch\n",
        header + "rungs-row-0" + std::string(37, ',') + "\n", header + "rungs-row-1,cut"}) {
    std::ofstream(path_, std::ios::binary) << text;
    EXPECT_THROW(RowFile(path_, true), BadUsage) << text;
    EXPECT_EQ(read_text(path_), text);
  }
}

TEST_F(OwnFolder, RowsOfAnotherDeviceAreNotCompleted) {
  RowFile file(path_, false);
  file.append(record("right", 2));
  Provenance here;
  here.device = "made up";
  EXPECT_NO_THROW(file.require_same_run(Backend::cuda, here));
  here.device = "another";
  EXPECT_THROW(file.require_same_run(Backend::cuda, here), BadUsage);
  EXPECT_NO_THROW(file.require_same_run(Backend::host, here)) << "it holds no host rows";
}

TEST(Units, ThreeDigits) {
  EXPECT_EQ(time_text(0.25), "250 ns");
  EXPECT_EQ(time_text(3.414), "3.41 us");
  EXPECT_EQ(time_text(344.2), "344 us");
  EXPECT_EQ(time_text(999.96), "1.00 ms");
  EXPECT_EQ(time_text(1.5e6), "1.50 s");
  EXPECT_EQ(rate_text(1.22e12), "1.22 TB/s");
  EXPECT_EQ(percent_text(39.2), "39 %");
  EXPECT_EQ(percent_text(0.71), "0.7 %");
  EXPECT_EQ(factor_text(0.0183), "x0.018");
  EXPECT_EQ(factor_text(430.4), "x430");
}

TEST_F(OwnFolder, APublishedFigureIsFoundByItsCondition) {
  const std::string path = folder_ / "figures.csv";
  std::ofstream(path) << "document,variant,hardware,condition,metric,value,note\n"
                         "d,ramp/gpu/right,a named problem,side=100 step=2,time_us,1,\n"
                         "d,ramp/gpu/right,another size,1920x1080,time_us,2,\n"
                         "d,ramp/gpu/right,points,n=5,time_us,3,\n"
                         "d,ramp/gpu/right,not a time,step=7,gbps,4,\n"
                         "d,ramp/gpu/right,nothing said,block 16x16x4,time_us,5,\n";
  const PublishedFigures figures(path);
  const auto* right = Registry::global().find("ramp/gpu/right");
  const auto hardware = [&](const char* size, const char* params) {
    const auto found = figures.find(*right, size, params);
    return found ? found->hardware : "";
  };
  EXPECT_EQ(hardware("100x100", "step=2"), "a named problem");
  EXPECT_EQ(hardware("100x100", "step=1"), "") << "the figure is of another step";
  EXPECT_EQ(hardware("100x50", "step=2"), "") << "the figure is of another size";
  EXPECT_EQ(hardware("1920x1080", "step=1"), "another size") << "no step named: the default's";
  EXPECT_EQ(hardware("1920x1080", "step=2"), "") << "no step named: no other than the default's";
  EXPECT_EQ(hardware("5x5", "step=1"), "points");
  EXPECT_EQ(hardware("5x1", "step=1"), "points");
  EXPECT_EQ(hardware("64x64", "step=1"), "nothing said") << "no size named: the default's";
  EXPECT_EQ(hardware("32x32", "step=1"), "") << "no size named: no other than the default's";
  EXPECT_EQ(hardware("64x64", "step=7"), "") << "not a time";
  EXPECT_DOUBLE_EQ(figures.find(*right, "64x64", "step=1")->time_us, 5);
}

TEST(Published, TheProjectsOwnTableCanBeRead) {
  EXPECT_NO_THROW(PublishedFigures{published_path()}) << published_path();
}

}  // namespace
