// Energy of a launch on a GPU, from its own counter.
#include <gtest/gtest.h>

#include "harness/measure/gpus.hpp"
#include "harness/tests/run_row.hpp"

namespace {

using namespace rungs;

TEST(Energy, OnlyGpusHaveACounter) {
  Executors executors(0, 1);
  EXPECT_THROW(static_cast<void>(executors.on(Backend::host).energy([] {}, {})), Unsupported);
}

TEST(Energy, OnAGpuIsMeasuredFromUpdateToUpdate) {
  std::string why_none;
  if (gpus(&why_none).empty()) GTEST_SKIP() << "no CUDA device: " << why_none;
  const auto* right = Registry::global().find("ramp/gpu/right");
  PlannedRow planned;
  planned.variant = right;
  planned.backend = Backend::cuda;
  planned.problem = right->owner->problem({8192, 8192}, {});
  planned.cache = Cache::hot;
  Rules rules;
  rules.stop = {2, 0.001, 100, 0.2};
  rules.energy = EnergyRules{2, 1, 0.5, 0.5};
  InProcess runner(rules);
  const Row row = run_row(planned, runner);
  EXPECT_EQ(name_of(row.status), name_of(Status::ok)) << row.message;
  if (row.message.find("no energy counter") != std::string::npos) GTEST_SKIP() << row.message;
  ASSERT_TRUE(row.energy) << row.message;
  const Energy& energy = *row.energy;
  EXPECT_GE(energy.seconds, 2);
  EXPECT_GE(energy.updates, 20U);
  EXPECT_GE(energy.launches, 3);
  EXPECT_GT(energy.idle_watts, 1);
  EXPECT_GT(energy.watts, 1);
  EXPECT_NEAR(energy.joules_per_launch * energy.launches, energy.watts * energy.seconds,
              1e-6 * energy.watts * energy.seconds);
  EXPECT_LE(energy.ci_low, energy.net_joules_per_launch);
  EXPECT_GE(energy.ci_high, energy.net_joules_per_launch);
  EXPECT_TRUE(energy.state.temperature_c);
}

}  // namespace
