// --energy from the command line to the file next to the rows, on the tests' made-up GPU.
#include <cstdlib>

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
  using Values = std::map<std::string, std::string>;

  /// The energies by "variant cache", each value by its name.
  [[nodiscard]] std::map<std::string, Values> energies() const {
    std::map<std::string, Values> found;
    for (const Record& line : side_lines("energy"))
      EXPECT_TRUE(found[line[1] + " " + line[5]].emplace(line[8], line[10]).second) << line[8];
    return found;
  }
};

TEST_F(EnergyRows, HaveALineEachAndAreNotMeasuredTwice) {
  ASSERT_EQ(run({"--backend=cuda", "--energy=2", "--filter=^ramp/gpu/energy_one"}), 0) << errors_;
  ASSERT_EQ(energies().size(), 1U);
  const Values first = energies().at("gpu/energy_one hot");  // --energy implies it
  EXPECT_NE(table_.find("net energy"), std::string::npos) << table_;
  EXPECT_NE(table_.find("500 mJ"), std::string::npos) << table_;
  EXPECT_EQ(first.at("net_joules_per_launch"), "0.5");
  EXPECT_EQ(first.at("seconds"), "2");
  EXPECT_EQ(first.at("throttle"), "power cap");
  EXPECT_FALSE(first.contains("sm_clock_mhz")) << "unknown";
  EXPECT_EQ(first.at("time_median_us"), rows().at("gpu/energy_one")[column("time_median_us")]);
  const double bytes = std::stod(rows().at("gpu/energy_one")[column("bytes")]);
  EXPECT_NEAR(std::stod(first.at("pj_per_byte")), 0.5e12 / bytes, 1e-5 * 0.5e12 / bytes);
  EXPECT_NE(rows().at("gpu/energy_one")[column("message")].find("made-up joules"), std::string::npos);

  ASSERT_EQ(run({"--backend=cuda", "--energy=3", "--filter=^ramp/gpu/energy_", "--resume"}), 0) << errors_;
  ASSERT_EQ(energies().size(), 2U);
  EXPECT_EQ(energies().at("gpu/energy_one hot"), first) << "it is not measured again";
  EXPECT_TRUE(energies().contains("gpu/energy_two hot"));
}

TEST_F(EnergyRows, OnlyHotRowsHaveOne) {
  ASSERT_EQ(run({"--backend=cuda", "--energy", "--cache=cold,hot", "--filter=^ramp/gpu/energy_one"}), 0)
      << errors_;
  ASSERT_EQ(energies().size(), 1U);
  EXPECT_TRUE(energies().contains("gpu/energy_one hot"));
}

TEST_F(EnergyRows, ARowThatFailsAfterItHasNone) {
  EXPECT_EQ(run({"--backend=cuda", "--energy", "--filter=^ramp/gpu/fails_after_energy"}), 1) << errors_;
  EXPECT_EQ(rows().at("gpu/fails_after_energy")[column("status")], "failed");
  EXPECT_TRUE(energies().empty());
}

TEST_F(EnergyRows, WithoutTheOptionThereIsNoFile) {
  ASSERT_EQ(run({"--backend=cuda", "--cache=hot", "--filter=^ramp/gpu/energy_one"}), 0) << errors_;
  EXPECT_TRUE(energies().empty());
}

}  // namespace
