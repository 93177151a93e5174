// NVML over a made-up library: its state, and why there is none.
#include "harness/cuda/nvml.hpp"
#include <gtest/gtest.h>
#include <atomic>
#include <rungs/core/errors.hpp>
#include <string>
#include <thread>
#include "harness/measure/energy.hpp"
#include "harness/tests/nvml/fake_nvml.hpp"
#include "harness/tests/testing.hpp"

namespace {

using namespace rungs;

std::string why_no_energy(const cuda::Nvml& nvml) {
  return message_of<Unsupported>([&] { return nvml.energy_millijoules(); });
}

TEST(Nvml, GivesWhatTheLibrarySays) {
  FakeNvml& answers = fake_nvml(FAKE_NVML);
  answers.reasons = 0x2 | 0x40;
  answers.joules = [](double) { return 12.5; };
  const cuda::Nvml nvml(fake_uuid, FAKE_NVML);
  EXPECT_EQ(nvml.state().throttle, "hardware thermal");
  EXPECT_EQ(nvml.state().clock_locked, "yes");
  EXPECT_EQ(nvml.state().temperature_c, 50);
  EXPECT_EQ(nvml.energy_millijoules(), 12'500U);
}

TEST(Nvml, SaysWhatIsSetOnTheGpu) {
  using Settings = std::vector<std::pair<std::string, std::string>>;
  FakeNvml& answers = fake_nvml(FAKE_NVML);
  EXPECT_EQ(
      cuda::Nvml(fake_uuid, FAKE_NVML).settings(),
      (Settings{
          {"ecc", "on"}, {"power_limit_w", "700"}, {"memory_clock_mhz", "3201"}, {"memory_clock_now_mhz", "2619"}}));
  EXPECT_EQ(cuda::Nvml(fake_uuid, FAKE_NVML).recent_settings(), cuda::Nvml(fake_uuid, FAKE_NVML).settings());
  answers.ecc = 0;
  EXPECT_EQ(cuda::Nvml(fake_uuid, FAKE_NVML).settings().front().second, "off");
  fake_nvml(FAKE_OLD_NVML);
  EXPECT_TRUE(cuda::Nvml(fake_uuid, FAKE_OLD_NVML).settings().empty());
}

TEST(Nvml, SaysWhyItHasNoEnergy) {
  fake_nvml(FAKE_NVML).init_error = 999;
  EXPECT_HAS(why_no_energy(cuda::Nvml(fake_uuid, FAKE_NVML)), "does not start");
  fake_nvml(FAKE_NVML);
  EXPECT_HAS(why_no_energy(cuda::Nvml("GPU-another", FAKE_NVML)), "GPU-another");
  EXPECT_HAS(why_no_energy(cuda::Nvml(fake_uuid, "libno-such.so")), "not found");
  EXPECT_EQ(cuda::Nvml(fake_uuid, "libno-such.so").state().throttle, "");
}

TEST(Nvml, AnOldOneStillHasAState) {
  fake_nvml(FAKE_OLD_NVML);
  const cuda::Nvml nvml(fake_uuid, FAKE_OLD_NVML);
  EXPECT_HAS(why_no_energy(nvml), "nvmlDeviceGetTotalEnergyConsumption");
  EXPECT_EQ(nvml.state().temperature_c, 50);
  EXPECT_EQ(nvml.state().throttle, "none");
  EXPECT_FALSE(nvml.power_state().power_limit_w);
}

TEST(Updates, LieBetweenTheReadingsThatDiffer) {
  UpdateFinder finder;
  EXPECT_FALSE(finder.see(1, 50)) << "the first reading does not count as an update: it may be old";
  EXPECT_FALSE(finder.see(2, 50));
  const auto update = finder.see(4, 80);
  ASSERT_TRUE(update);
  EXPECT_EQ(update->at_s, 3);
  EXPECT_EQ(update->within_s, 1);
  EXPECT_EQ(update->millijoules, 80U);
  EXPECT_FALSE(finder.see(5, 80));
}

TEST(PolledCounter, CollectsUpdatesInAThreadOfItsOwn) {
  std::atomic<std::uint64_t> reads{0};
  PolledCounter counter([&] { return ++reads / 3; },
                        [] {
                          return PowerState{40, {}, {}, {}, {}};
                        },
                        steady_clock_seconds());
  std::vector<EnergyUpdate> updates;
  while (updates.size() < 5) {
    for (const EnergyUpdate& one : counter.take()) updates.push_back(one);
    std::this_thread::yield();
  }
  for (std::size_t i = 1; i < updates.size(); ++i) {
    EXPECT_EQ(updates[i].millijoules, updates[i - 1].millijoules + 1) << "none is lost, none is there twice";
    EXPECT_GT(updates[i].at_s, updates[i - 1].at_s);
    EXPECT_EQ(updates[i].state.temperature_c, 40);
  }
}

TEST(PolledCounter, WhatReadingThrowsTakeThrows) {
  PolledCounter counter([]() -> std::uint64_t { throw Unsupported("no permission"); }, [] { return PowerState{}; },
                        steady_clock_seconds());
  const auto until_it_throws = [&] {
    while (counter.take().empty()) std::this_thread::yield();
  };
  EXPECT_THROW(until_it_throws(), Unsupported);
}

}  // namespace
