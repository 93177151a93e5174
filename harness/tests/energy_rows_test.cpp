// --energy from the command line to the file beside the rows, on the tests' made-up GPU.
#include <cstdlib>

#include "harness/output/energy_line.hpp"
#include "harness/tests/fake_gpu_workers.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

const auto one = variant<0, nothing, Backend::cuda>("gpu/energy_one");
const auto two = variant<0, nothing, Backend::cuda>("gpu/energy_two");

void fails_after_energy() {
  if (energy_was_measured) throws_int();
}
const auto late = variant<every, fails_after_energy, Backend::cuda>("gpu/fails_after_energy");

class EnergyRows : public FakeGpuWorkers {
 protected:
  [[nodiscard]] std::vector<Record> lines() const {
    const std::string path = (folder_ / "rows.energy.csv").string();
    return std::filesystem::exists(path) ? parse_csv(read_text(path), path) : std::vector<Record>();
  }
};

TEST_F(EnergyRows, HaveALineEachAndAreNotMeasuredTwice) {
  ASSERT_EQ(run({"--backend=cuda", "--energy=2", "--filter=^ramp/gpu/energy_one"}), 0) << errors_;
  ASSERT_EQ(lines().size(), 2U);
  const Record first = lines().back();
  EXPECT_EQ(first[1], "gpu/energy_one");
  EXPECT_NE(table_.find("net energy"), std::string::npos) << table_;
  EXPECT_NE(table_.find("500 mJ"), std::string::npos) << table_;
  EXPECT_EQ(first[5], "hot") << "--energy implies it";
  const std::size_t keys = RowKey::columns().size();
  EXPECT_EQ(lines().front().size(), keys + energy_columns().size());
  const auto value = [&](const std::string& name) {
    const auto& names = energy_columns();
    return first[keys +
                 static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin())];
  };
  EXPECT_EQ(value("net_joules_per_launch"), "0.5");
  EXPECT_EQ(value("seconds"), "2");
  EXPECT_EQ(value("throttle"), "power cap");
  EXPECT_EQ(value("sm_clock_mhz"), "") << "unknown";
  EXPECT_EQ(value("device"), "a made-up GPU");
  const double bytes = std::stod(rows().at("gpu/energy_one")[column("bytes")]);
  EXPECT_NEAR(std::stod(value("pj_per_byte")), 0.5e12 / bytes, 1e-5 * 0.5e12 / bytes);
  EXPECT_NE(rows().at("gpu/energy_one")[column("message")].find("made-up joules"), std::string::npos);

  ASSERT_EQ(run({"--backend=cuda", "--energy=3", "--filter=^ramp/gpu/energy_", "--resume"}), 0) << errors_;
  ASSERT_EQ(lines().size(), 3U);
  EXPECT_EQ(lines()[1], first) << "it is not measured again";
  EXPECT_EQ(lines()[2][1], "gpu/energy_two");
}

TEST_F(EnergyRows, OnlyHotRowsHaveOne) {
  ASSERT_EQ(run({"--backend=cuda", "--energy", "--cache=cold,hot", "--filter=^ramp/gpu/energy_one"}), 0)
      << errors_;
  ASSERT_EQ(lines().size(), 2U);
  EXPECT_EQ(lines().back()[5], "hot");
}

TEST_F(EnergyRows, ARowThatFailsAfterItHasNone) {
  EXPECT_EQ(run({"--backend=cuda", "--energy", "--filter=^ramp/gpu/fails_after_energy"}), 1) << errors_;
  EXPECT_EQ(rows().at("gpu/fails_after_energy")[column("status")], "failed");
  EXPECT_TRUE(lines().empty());
}

TEST_F(EnergyRows, WithoutTheOptionThereIsNoFile) {
  ASSERT_EQ(run({"--backend=cuda", "--cache=hot", "--filter=^ramp/gpu/energy_one"}), 0) << errors_;
  EXPECT_TRUE(lines().empty());
}

}  // namespace
